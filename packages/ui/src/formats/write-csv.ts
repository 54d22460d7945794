import Papa from 'papaparse'

/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and behind any separator, because the reader's
 * list separator may differ. Some programs accept full-width characters, too.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|([;,\t\r\n]"*)(?=[=+\-@＝＋－＠])/g

/**
 * With a byte order mark, by which spreadsheets detect UTF-8, and the delimiter they expect in Brazil.
 *
 * @param header false for further rows of a file
 */
export const writeCsv = (columns: readonly string[], rows: readonly Record<string, string>[], header = true): string =>
  `${header ? '\uFEFF' : ''}${Papa.unparse({ fields: [...columns], data: rows.map((row) => columns.map((column) => withoutFormula(row[column] ?? ''))) }, { delimiter: ';', header })}\r\n`

const withoutFormula = (text: string) => text.replace(FORMULA, "$1'")
