import { download } from '@partner-accounts/ui'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import writeExcelFile from 'write-excel-file/universal'

export type TableFormat = 'csv' | 'xlsx'

/** @param name without extension */
export async function saveTable(
  name: string,
  format: TableFormat,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  const fileName = `${name}.${format}`
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''))
  if (format === 'csv') {
    const texts = cells.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index] ?? '', String(cell)])))
    return download(fileName, 'text/csv;charset=utf-8', writeCsv(columns, texts))
  }
  const widths = columns.map((column) => ({ width: Math.max(12, column.length + 2) }))
  // As text, tax IDs keep their zeros and formulas do not run.
  const workbook = await writeExcelFile([[...columns], ...cells], { columns: widths, stickyRowsCount: 1 }).toBlob()
  download(fileName, workbook.type, workbook)
}
