import { download } from '@partner-accounts/ui'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import writeExcelFile from 'write-excel-file/universal'

export type TableFormat = 'csv' | 'xlsx'

type Cell = string | number | Date

/** @param name without extension */
export async function saveTable(
  name: string,
  format: TableFormat,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): Promise<void> {
  const fileName = `${name}.${format}`
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''))
  if (format === 'csv') {
    const texts = cells.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index] ?? '', textOf(cell)])))
    return download(fileName, 'text/csv;charset=utf-8', writeCsv(columns, texts))
  }
  const widths = columns.map((column) => ({ width: Math.max(12, column.length + 2) }))
  const values = cells.map((row) => row.map((cell) => (cell instanceof Date ? toWorkbookTime(cell) : cell)))
  // Strings become cells of text: tax IDs keep their zeros, and formulas do not run.
  const workbook = await writeExcelFile([[...columns], ...values], {
    columns: widths,
    stickyRowsCount: 1,
    dateFormat: 'yyyy-mm-dd hh:mm',
  }).toBlob()
  download(fileName, workbook.type, workbook)
}

/** Returns the time whose UTC digits are the user's local time, because workbooks have no time zones. */
const toWorkbookTime = (time: Date) => new Date(time.getTime() - time.getTimezoneOffset() * 60_000)

/** Writes times as `2026-01-31 13:45`, which programs for spreadsheets read as times. */
const textOf = (cell: Cell): string =>
  cell instanceof Date ? toWorkbookTime(cell).toISOString().slice(0, 16).replace('T', ' ') : String(cell)
