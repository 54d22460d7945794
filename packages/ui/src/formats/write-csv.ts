import Papa from 'papaparse'

/**
 * Where spreadsheets would begin a formula: at the start of a cell and behind any separator, because the list separator
 * varies. Some accept full-width characters.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|([;,\t\r\n]"*)(?=[=+\-@＝＋－＠])/g

/**
 * Adds a byte order mark, which shows UTF-8 to spreadsheets, and uses Brazil's delimiter.
 *
 * @param header false for further rows of a file
 */
export const writeCsv = (columns: readonly string[], rows: readonly Record<string, string>[], header = true): string =>
  `${header ? '\uFEFF' : ''}${Papa.unparse({ fields: [...columns], data: rows.map((row) => columns.map((column) => withoutFormula(row[column] ?? ''))) }, { delimiter: ';', header })}\r\n`

const withoutFormula = (text: string) => text.replace(FORMULA, "$1'")
