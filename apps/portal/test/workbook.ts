import { strToU8, zipSync } from 'fflate'

export type WorkbookCell = string | { number: string } | { error: string } | { date: number } | { boolean: boolean }

export interface WorkbookSheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  isChart?: boolean
  rows: { cells: WorkbookCell[]; isHidden?: boolean }[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
export const columnOf = (index: number): string =>
  (index < 26 ? '' : columnOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Writes an .xlsx file as Excel does, without the libraries that the portal uses. */
export function workbookOf(...sheets: WorkbookSheet[]): Uint8Array<ArrayBuffer> {
  const texts: string[] = []
  const cellOf = (cell: WorkbookCell, place: string) => {
    if (typeof cell === 'string') {
      texts.push(cell)
      return `<c r="${place}" t="s"><v>${texts.length - 1}</v></c>`
    }
    if ('error' in cell) return `<c r="${place}" s="1" t="e"><f>VLOOKUP(1,A:B,2,0)</f><v>${cell.error}</v></c>`
    if ('date' in cell) return `<c r="${place}" s="1"><v>${cell.date}</v></c>`
    if ('boolean' in cell) return `<c r="${place}" t="b"><v>${Number(cell.boolean)}</v></c>`
    return `<c r="${place}"><v>${cell.number}</v></c>`
  }
  const files: Record<string, string> = {}
  for (const [index, { rows }] of sheets.entries()) {
    const lines = rows.map(
      ({ cells, isHidden }, row) =>
        `<row r="${row + 1}" spans="1:${cells.length}"${isHidden ? ' hidden="1"' : ''}>${cells.map((cell, column) => cellOf(cell, `${columnOf(column)}${row + 1}`)).join('')}</row>`,
    )
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData><autoFilter ref="A1:Z${rows.length}"/></worksheet>`
  }
  const overrides = sheets.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  )
  files['[Content_Types].xml'] =
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${overrides.join('')}</Types>`
  files['_rels/.rels'] =
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
  // As in real files, the ids of sheets are not their positions, and the first two relations are those of other parts.
  files['xl/workbook.xml'] =
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr defaultThemeVersion="166925"/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 7}"${state ? ` state="${state}"` : ''} r:id="rId${index + 3}"/>`,
      )
      .join('')}</sheets></workbook>`
  // Excel lists the relations in another order.
  const relations = sheets.map(
    ({ isChart }, index) =>
      `<Relationship Id="rId${index + 3}" Type="${OFFICE}/${isChart ? 'chartsheet' : 'worksheet'}" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  files['xl/_rels/workbook.xml.rels'] =
    `<Relationships xmlns="${PACKAGE}/relationships">${relations.reverse().join('')}<Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
  files['xl/styles.xml'] =
    `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`
  files['xl/sharedStrings.xml'] =
    `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(`<?xml version="1.0"?>\n${xml}`)])),
  )
}
