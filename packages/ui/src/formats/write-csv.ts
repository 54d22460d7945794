import Papa from 'papaparse'

/**
 * Cells that a spreadsheet would run as a formula. Some programs also accept the full-width forms that Asian keyboards
 * type.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

/**
 * Returns a CSV with a byte order mark, by which spreadsheets detect UTF-8, and the delimiter they expect in Brazil.
 */
export const writeCsv = (columns: readonly string[], rows: readonly Record<string, string>[]): string =>
  `\uFEFF${Papa.unparse({ fields: [...columns], data: rows.map((row) => columns.map((column) => row[column] ?? '')) }, { delimiter: ';', escapeFormulae: FORMULA })}\r\n`
