import Papa from 'papaparse'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Matches where a formula may begin in a cell's text: at its start, and after a separator or line break, because a
 * spreadsheet with another delimiter splits the text there. Group 1 is that character, with the quotes that follow it.
 * Includes full-width signs, because some spreadsheets accept them.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|([;,\t\r\n]"*)(?=[=+\-@＝＋－＠])/g

/**
 * Writes rows as CSV with Brazil's delimiter.
 *
 * @param header false for further rows of a file, which get neither headings nor the byte order mark by which
 *   spreadsheets recognize UTF-8
 */
export function writeCsv(columns: readonly string[], rows: readonly Record<string, string>[], header = true): string {
  const data = rows.map((row) => columns.map((column) => withoutFormula(row[column] ?? '')))
  const lines = Papa.unparse({ fields: [...columns], data }, { delimiter: ';', header })
  return `${header ? BYTE_ORDER_MARK : ''}${lines}\r\n`
}

/** Spreadsheets show a cell that begins with `'` as text. */
const withoutFormula = (text: string) => text.replace(FORMULA, "$1'")
