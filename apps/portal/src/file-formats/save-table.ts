import { download } from '@partner-accounts/ui'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import writeExcelFile from 'write-excel-file/universal'

export type TableFormat = 'csv' | 'xlsx'

/** In characters. */
const MIN_COLUMN_WIDTH = 12

type Cell = string | number | Date

/**
 * Downloads a table as a file. Cells without a value are empty.
 *
 * @param name without extension
 */
export async function saveTable(
  name: string,
  format: TableFormat,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): Promise<void> {
  const fileName = `${name}.${format}`
  if (format === 'csv') {
    const texts = rows.map((row) => {
      const cells = columns.map((column) => [column, textOf(row[column] ?? '')] as const)
      return Object.fromEntries(cells)
    })
    return download(fileName, 'text/csv;charset=utf-8', writeCsv(columns, texts))
  }
  const widths = columns.map((column) => ({ width: Math.max(MIN_COLUMN_WIDTH, column.length + 2) }))
  const values = rows.map((row) => columns.map((column) => workbookCell(row[column] ?? '')))
  // Strings become cells of text: tax IDs keep their zeros, and formulas do not run.
  const workbook = await writeExcelFile([[...columns], ...values], {
    columns: widths,
    stickyRowsCount: 1,
    dateFormat: 'yyyy-mm-dd hh:mm',
  }).toBlob()
  download(fileName, workbook.type, workbook)
}

const workbookCell = (cell: Cell): Cell => (cell instanceof Date ? toWorkbookTime(cell) : cell)

/** Shifts a time so that its UTC digits show the user's local time, because workbooks have no time zones. */
const toWorkbookTime = (time: Date) => new Date(time.getTime() - time.getTimezoneOffset() * 60_000)

/** Writes times as `2026-01-31 13:45`, which programs for spreadsheets read as times. */
const textOf = (cell: Cell): string =>
  cell instanceof Date ? toWorkbookTime(cell).toISOString().slice(0, 16).replace('T', ' ') : String(cell)
