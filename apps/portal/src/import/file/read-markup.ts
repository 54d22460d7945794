import type { SourceRow, SourceSheet } from './read-workbook.ts'

/** A cell of any of the formats. */
interface MarkupCell {
  text: string
  /** Counted from 1. `undefined`: the cell follows the previous one. */
  column?: number | undefined
  /** Number of rows that the cell spans. */
  rows: number
  /** Number of columns that the cell spans. */
  columns: number
}

interface MarkupRow {
  cells: readonly MarkupCell[]
  /** Counted from 1. `undefined`: the row follows the previous one. */
  line?: number | undefined
  /** Number of identical rows that this row stands for. */
  repeated: number
  isHidden: boolean
}

/** Maximum numbers of columns and of identical rows. A small file may describe millions of them. */
const MAX_COLUMNS = 1000
const MAX_REPEATED_ROWS = 10_000

/** Returns `undefined` for 0 and for anything other than a number. */
const numberOf = (element: Element, name: string) => Number(element.getAttribute(name)) || undefined
const childrenOf = (element: Element, name: string) =>
  [...element.children].filter(({ localName }) => localName === name)

/** Reads the tables of an HTML page, which many programs write and name .xls. */
export function readHtml(text: string): SourceSheet[] {
  const hasTable = /<table[\s>]/i.test(text)
  const page = new DOMParser().parseFromString(hasTable ? text : `<table>${text}</table>`, 'text/html')
  for (const lineBreak of page.querySelectorAll('br')) lineBreak.replaceWith(' ')
  const tables = [...page.querySelectorAll('table')].filter((table) => table.querySelector('table') === null)
  return tables.map((table) => sheetOf('', [...table.rows].map(rowOfHtml)))
}

function rowOfHtml(row: HTMLTableRowElement): MarkupRow {
  const cells = [...row.cells].map((cell) => ({
    // Excel writes the exact number into this attribute, and shortens the text.
    text: cell.getAttribute('x:num') || cell.textContent,
    rows: cell.rowSpan,
    columns: cell.colSpan,
  }))
  return { cells, repeated: 1, isHidden: row.style.display === 'none' }
}

/** Reads the XML format of Excel 2003. */
export function readXmlSpreadsheet(text: string): SourceSheet[] {
  return [...parseXml(text).getElementsByTagNameNS('*', 'Worksheet')].map((worksheet) => {
    const rows = [...worksheet.getElementsByTagNameNS('*', 'Row')].map((row) => ({
      line: numberOf(row, 'ss:Index'),
      cells: childrenOf(row, 'Cell').map((cell) => ({
        column: numberOf(cell, 'ss:Index'),
        text: childrenOf(cell, 'Data')[0]?.textContent ?? cell.getAttribute('ss:Formula') ?? '',
        rows: (numberOf(cell, 'ss:MergeDown') ?? 0) + 1,
        columns: (numberOf(cell, 'ss:MergeAcross') ?? 0) + 1,
      })),
      repeated: 1,
      isHidden: row.getAttribute('ss:Hidden') === '1',
    }))
    return sheetOf(worksheet.getAttribute('ss:Name') ?? '', rows)
  })
}

/** Elements that stand for spaces. */
const SPACES = ['s', 'tab', 'line-break']

/** Reads the `content.xml` of a LibreOffice spreadsheet, or a flat file (.fods). */
export function readOpenDocument(text: string): SourceSheet[] {
  const content = parseXml(text)
  for (const name of SPACES) {
    for (const space of [...content.getElementsByTagNameNS('*', name)]) space.replaceWith(' ')
  }
  return [...content.getElementsByTagNameNS('*', 'table')].map((table) => {
    const rows = [...table.getElementsByTagNameNS('*', 'table-row')].map((row) => ({
      cells: withoutEmptyEnd([...row.children].flatMap(cellsOfOpenDocument)),
      repeated: numberOf(row, 'table:number-rows-repeated') ?? 1,
      isHidden: ['collapse', 'filter'].includes(row.getAttribute('table:visibility') ?? ''),
    }))
    return sheetOf(table.getAttribute('table:name') ?? '', rows, { hasCoveredCells: true })
  })
}

/** LibreOffice may repeat an empty cell up to the last of 16,384 columns. */
function withoutEmptyEnd(cells: readonly MarkupCell[]): MarkupCell[] {
  const emptyCount = [...cells].reverse().findIndex(({ text, rows }) => text !== '' || rows > 1)
  return emptyCount < 0 ? [] : cells.slice(0, cells.length - emptyCount)
}

function cellsOfOpenDocument(cell: Element): MarkupCell[] {
  const isNumber = cell.getAttribute('office:value-type') === 'float'
  const paragraphs = childrenOf(cell, 'p').map(({ textContent }) => textContent)
  const valueText = isNumber ? (cell.getAttribute('office:value') ?? '') : paragraphs.join(' ')
  const isUncomputed = !cell.hasAttribute('office:value-type') && valueText === ''
  const text = isUncomputed ? (cell.getAttribute('table:formula') ?? '').replace(/^\w+:/, '') : valueText
  const repeated = Math.min(numberOf(cell, 'table:number-columns-repeated') ?? 1, MAX_COLUMNS)
  // `columns` is 1, because the file contains the cells that a merged cell covers.
  const shown = { text, rows: numberOf(cell, 'table:number-rows-spanned') ?? 1, columns: 1 }
  return Array.from({ length: repeated }, () => shown)
}

function parseXml(text: string): Document {
  const parsed = new DOMParser().parseFromString(text, 'text/xml')
  if (parsed.querySelector('parsererror')) throw new Error('the file is not XML')
  return parsed
}

interface SheetOptions {
  /** Whether the file contains the cells that a merged cell covers. */
  hasCoveredCells: boolean
}

function sheetOf(
  name: string,
  markupRows: readonly MarkupRow[],
  { hasCoveredCells }: SheetOptions = { hasCoveredCells: false },
): SourceSheet {
  const rows: SourceRow[] = []
  /** By column, the line of the last row of a merged cell. */
  const mergedUntil = new Map<number, number>()
  let line = 0
  for (const { line: given, cells, repeated, isHidden } of markupRows) {
    const first = given ?? line + 1
    const hasText = cells.some(({ text }) => text.trim() !== '')
    const count = hasText ? Math.min(repeated, MAX_REPEATED_ROWS) : 1
    for (let row = first; row < first + count; row += 1) {
      const continued = [...mergedUntil].filter(([, last]) => last >= row).map(([column]) => column)
      const covered = hasCoveredCells ? [] : continued
      // Also without text, the cells of a row may cover cells of the next rows.
      const texts = placeCells(cells, row, covered, mergedUntil)
      if (hasText) rows.push({ line: row, cells: texts, continued, isHidden })
    }
    line = first + repeated - 1
  }
  return { name, isHidden: false, rows }
}

/**
 * Returns the texts of a row by column. Adds merged cells that span several rows to `mergedUntil`.
 *
 * @param covered columns that are covered by merged cells above and missing in `cells`
 */
function placeCells(
  cells: readonly MarkupCell[],
  line: number,
  covered: readonly number[],
  mergedUntil: Map<number, number>,
): string[] {
  const texts: string[] = []
  /** Index of the column after the previous cell. */
  let next = 0
  for (const { text, column, rows, columns } of cells) {
    while (column === undefined && covered.includes(next)) next += 1
    const index = column === undefined ? next : column - 1
    if (index >= MAX_COLUMNS) break
    while (texts.length < index) texts.push('')
    texts[index] = text
    next = Math.min(index + columns, MAX_COLUMNS)
    if (rows === 1) continue
    for (let spanned = index; spanned < next; spanned += 1) mergedUntil.set(spanned, line + rows - 1)
  }
  return texts
}
