import { expect, it } from 'vitest'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { workbookOf } from '../../../test/workbook.ts'
import { readWorkbook } from './read-workbook.ts'

const read = async (...sheets: Parameters<typeof workbookOf>) => {
  const found = await readWorkbook(workbookOf(...sheets))
  if (typeof found === 'string') throw new Error(found)
  return found
}

it('reads every sheet with its name, and reports which sheets and rows are hidden', async () => {
  const sheets = await read(
    { name: 'Instruções & ajuda', rows: [{ cells: ['Leia'] }] },
    { name: 'Clientes', rows: [{ cells: ['CNPJ'] }, { cells: ['1'], isHidden: true }, { cells: ['2'] }] },
    { name: 'Listas', state: 'veryHidden', rows: [{ cells: ['SP'] }] },
  )
  expect(sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['Instruções & ajuda', false],
    ['Clientes', false],
    ['Listas', true],
  ])
  expect(sheets[1]?.rows).toEqual([
    { line: 1, cells: ['CNPJ'], isHidden: false },
    { line: 2, cells: ['1'], isHidden: true },
    { line: 3, cells: ['2'], isHidden: false },
  ])
})

it('reads errors, large numbers, dates and booleans as a spreadsheet shows them', async () => {
  const cells = [
    { error: '#N/A' },
    { number: '1.2345678000195E13' },
    // Days since 1899-12-30.
    { date: 46_366 },
    { boolean: true },
    { number: '0.5' },
  ]
  const [sheet] = await read({ name: 'Clientes', rows: [{ cells }] })
  expect(sheet?.rows[0]?.cells).toEqual(['#N/A', '12345678000195', '10/12/2026', 'VERDADEIRO', '0.5'])
})

it('reads a workbook with a sheet that only contains a chart', async () => {
  const chart = { name: 'Gráfico', rows: [], isChart: true }
  const sheets = await read(chart, { name: 'Clientes', rows: [{ cells: ['CNPJ'] }] })
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Gráfico', 0],
    ['Clientes', 1],
  ])
})

it('rejects an archive that is not a workbook', async () => {
  await expect(readWorkbook(new Uint8Array([0x50, 0x4b, 0x03, 0x04]))).rejects.toThrow()
})

const SHEET = 'xl/worksheets/sheet1.xml'

/** Changes the files of a workbook, and reads it. Returns its rows, each as the line number followed by the cells. */
const readRewritten = async (change: (files: Record<string, string>) => Record<string, string>) => {
  const files = unzipSync(workbookOf({ name: 'Clientes', rows: [{ cells: ['CNPJ', 'UF'] }, { cells: ['1', 'SP'] }] }))
  const texts = change(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)])))
  const found = await readWorkbook(
    zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)]))),
  )
  return typeof found === 'string' ? found : found[0]?.rows.map(({ line, cells }) => [line, ...cells])
}
/** The rows of the unchanged workbook. */
const TABLE = [
  [1, 'CNPJ', 'UF'],
  [2, '1', 'SP'],
]
const readChangedSheet = (change: (xml: string) => string) =>
  readRewritten((files) => ({ ...files, [SHEET]: change(files[SHEET] ?? '') }))
const readRenamed = (change: (path: string) => string) =>
  readRewritten((files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [change(path), text])))

it.each([
  ['a space', '<c r="XFD1048576" t="inlineStr"><is><t xml:space="preserve"> </t></is></c>'],
  ['a format', '<c r="XFD1048576" s="1"/>'],
])('ignores %s in the last cell that a sheet can have', async (_, cell) => {
  const table = await readChangedSheet((xml) =>
    xml.replace('</sheetData>', `<row r="1048576">${cell}</row></sheetData>`),
  )
  expect(table).toEqual(TABLE)
})

it('reads a text in the last cell that a sheet can have', async () => {
  const last = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'
  const table = await readChangedSheet((xml) => xml.replace('</sheetData>', `${last}</sheetData>`))
  expect(table?.at(-1)).toEqual([1_048_576, '', '', 'x'])
})

it('reads cells without addresses', async () => {
  expect(await readChangedSheet((xml) => xml.replace(/ r="[A-Z]*\d+"/g, ''))).toEqual(TABLE)
})

it('reports hidden rows after a row without attributes', async () => {
  const files = unzipSync(workbookOf({ name: 'C', rows: [{ cells: ['CNPJ'] }, { cells: ['1'] }] }))
  const xml = strFromU8(files[SHEET] ?? new Uint8Array()).replace(/<row [^>]*>/g, '<row>')
  const withoutAddresses = xml.replace(/ r="[A-Z]+\d+"/g, '')
  const lastRow = withoutAddresses.lastIndexOf('<row>')
  files[SHEET] = strToU8(
    withoutAddresses.slice(0, lastRow) + withoutAddresses.slice(lastRow).replace('<row>', '<row hidden="1">'),
  )
  const sheets = await readWorkbook(zipSync(files))
  expect(typeof sheets === 'string' ? sheets : sheets[0]?.rows).toEqual([
    { line: 1, cells: ['CNPJ'], isHidden: false },
    { line: 2, cells: ['1'], isHidden: true },
  ])
})

it('reads elements with a prefix', async () => {
  const prefixed = await readChangedSheet((xml) =>
    xml.replace(/<(\/?)([a-z])/gi, '<$1x:$2').replace('xmlns=', 'xmlns:x='),
  )
  expect(prefixed).toEqual(TABLE)
})

it.each([
  ['backslashes', (path: string) => path.replaceAll('/', '\\')],
  ['capitals', (path: string) => path.toUpperCase()],
])('reads a package with %s in its paths', async (_, change) => {
  expect(await readRenamed(change)).toEqual(TABLE)
})

it('reads formulas without a stored value as texts, and empty results as empty', async () => {
  const cells = '<c r="A3"><f>B1&amp;"x"</f></c><c r="B3"><f>1+1</f><v></v></c><c r="C3" t="str"><f>""</f><v></v></c>'
  const table = await readChangedSheet((xml) => xml.replace('</sheetData>', `<row r="3">${cells}</row></sheetData>`))
  expect(table?.at(-1)).toEqual([3, '=B1&"x"', '=1+1'])
})

it('reads a stored zero as not computed if the program asks Excel to compute everything', async () => {
  const cells = '<c r="A3"><f>B1&amp;"x"</f><v>0</v></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3"><v>0</v></c>'
  const written = (calculation: string) =>
    readRewritten((files) => ({
      ...files,
      [SHEET]: (files[SHEET] ?? '').replace('</sheetData>', `<row r="3">${cells}</row></sheetData>`),
      'xl/workbook.xml': (files['xl/workbook.xml'] ?? '').replace('</workbook>', `${calculation}</workbook>`),
    }))
  // XlsxWriter stores zeros in the place of results.
  expect((await written('<calcPr calcId="124519" fullCalcOnLoad="1"/>'))?.at(-1)).toEqual([3, '=B1&"x"', '2', '0'])
  expect((await written('<calcPr calcId="191029"/>'))?.at(-1)).toEqual([3, '0', '2', '0'])
})

it('rounds numbers as Excel shows them', async () => {
  const cells = [{ number: '12.000000000000002' }, { number: '2.9999999999999996' }, { number: '0.1' }]
  const [sheet] = await read({ name: 'Clientes', rows: [{ cells }] })
  expect(sheet?.rows[0]?.cells).toEqual(['12', '3', '0.1'])
})

it.each([
  ['another name', 'xl/workbook2.xml', 'xl/_rels/workbook2.xml.rels'],
  ['another folder', 'content/book.xml', 'content/_rels/book.xml.rels'],
])('reads a package whose workbook has %s', async (_, workbook, relations) => {
  const folder = workbook.split('/')[0] ?? ''
  const paths: Record<string, string> = { 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': relations }
  const table = await readRewritten((files) =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        paths[path] ?? path.replace(/^xl\//, `${folder}/`),
        text.replaceAll('xl/workbook.xml', workbook).replaceAll('/xl/', `/${folder}/`),
      ]),
    ),
  )
  expect(table).toEqual(TABLE)
})

it('reads a sheet with comments', async () => {
  const comment = '<!-- <row r="1"><c r="A1"><v>9</v></c></row> -->'
  expect(await readChangedSheet((xml) => xml.replace('<sheetData>', `<sheetData>${comment}`))).toEqual(TABLE)
})

it('reports which cells continue a merged cell above', async () => {
  const merged = workbookOf({ name: 'C', rows: [{ cells: ['CNPJ', 'UF'] }, { cells: ['1', 'SP'] }, { cells: ['2'] }] })
  const files = unzipSync(merged)
  const xml = strFromU8(files[SHEET] ?? new Uint8Array())
  files[SHEET] = strToU8(xml.replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells>'))
  const sheets = await readWorkbook(zipSync(files))
  expect(typeof sheets === 'string' ? [] : sheets[0]?.rows.map(({ continued }) => continued)).toEqual([
    undefined,
    undefined,
    [1],
  ])
})
