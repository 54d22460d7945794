import { strToU8, zipSync } from 'fflate'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XLSX_TYPE = `${TYPE}.sheet`

/** The parts of a workbook with one sheet, except the sheet. */
const PARTS = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** Returns an .xlsx workbook with one sheet. Texts stay texts, so documents keep their zeros and formulas do not run. */
export function writeXlsx(rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const sheet = `${HEAD}<worksheet xmlns="${SHEET}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`
  const files = Object.entries({ ...PARTS, 'xl/worksheets/sheet1.xml': sheet })
  return Uint8Array.from(zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)]))))
}

const rowXml = (cells: readonly (string | number)[]) => `<row>${cells.map(cellXml).join('')}</row>`

const cellXml = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`

/** XML has no form for most control characters, so they are left out. */
const escapeXml = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- exactly the characters that XML excludes
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
