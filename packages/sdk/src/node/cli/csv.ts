import { expect } from '../../options/checks.ts'

export interface Csv {
  /** Names in the first line, without spaces around them. */
  readonly columns: readonly string[]
  readonly records: readonly Readonly<Record<string, string>>[]
}

/**
 * Parses CSV (RFC 4180) with `,` or `;` as delimiter.
 *
 * @throws UsageError that names the line of a broken quote, or the record with more cells than there are columns
 */
export function parseCsv(text: string): Csv {
  const delimiter = (/^[^\r\n]*/.exec(text)?.[0] ?? '').includes(';') ? ';' : ','
  const [header = [], ...rows] = readRows(text, delimiter).filter((row) => row.some((cell) => cell !== ''))
  const columns = header.map((name) => name.trim())
  const tooLong = rows.findIndex((row) => row.slice(columns.length).some((cell) => cell !== ''))
  expect(
    tooLong < 0,
    `record ${tooLong + 1} has more cells than there are columns: put quotes around values that contain ${delimiter}`,
  )
  const records = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])))
  return { columns, records }
}

function readRows(text: string, delimiter: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|$)`, 'y')
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex
    const match = cell.exec(text)
    expect(match, `line ${text.slice(0, start).split('\n').length}: a quote is not closed or misplaced`)
    const [, quoted, plain, end] = match
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== delimiter && end !== '') rows.push([])
    // After a delimiter at the end of the text, the loop ends before the last cell, which is empty.
    if (end === delimiter && cell.lastIndex === text.length) rows.at(-1)!.push('')
  }
  return rows
}

export const formatCsvRow = (values: readonly (string | number | null)[]): string =>
  values.map((value) => formatCell(String(value ?? ''))).join(',')

/**
 * Formats a row as Excel expects it in Brazil. The file must begin with a byte order mark. An apostrophe turns formulas
 * into text.
 */
export const formatExcelRow = (values: readonly (string | number | null)[]): string =>
  values.map((value) => formatCell(String(value ?? '').replace(FORMULA, "$1'"))).join(';')

/** Matches the places where an apostrophe prevents a formula: the start of a value, or behind a list separator in it. */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|([;,\t\r\n]"*)(?=[=+\-@＝＋－＠])/g

const formatCell = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
