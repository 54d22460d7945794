import type { Locale } from '@partner-accounts/ui/messages'
import { cellsOf, columnLabels } from '../accounts/account-cells.ts'
import { downloadTable, withoutExtension } from '../file-formats/download-table.ts'
import type { TableFormat } from '../file-formats/save-table.ts'
import { batchMessages } from './batch-messages.ts'
import type { BatchRow } from './batch.ts'

/** Downloads the outcome of each row, followed by the row itself and the file's other columns. */
export function saveResults(
  fileName: string,
  rows: readonly BatchRow[],
  format: TableFormat,
  locale: Locale,
): Promise<void> {
  const { columns, outcomes, resultsFile } = batchMessages[locale]
  const labels = columnLabels(locale)
  const otherColumns = new Set(rows.flatMap(({ original }) => original.map(([heading]) => heading)))
  for (const label of labels) otherColumns.delete(label)
  const resultRows = rows.map(({ line, draft, state, original }) => ({
    ...Object.fromEntries(original),
    ...Object.fromEntries(cellsOf(draft).map((cell, index) => [labels[index] ?? '', cell])),
    [columns.line]: line,
    [columns.result]: outcomes[state.kind],
    ...((state.kind === 'created' || state.kind === 'existing') && { [columns.id]: state.id }),
    ...(state.kind === 'created' && { [columns.apiToken]: state.apiToken, [columns.secret]: state.secret }),
    ...(state.kind === 'rejected' && { [columns.reason]: state.reason }),
  }))
  const outcomeColumns = [columns.line, columns.result, columns.reason, columns.id, columns.apiToken, columns.secret]
  return downloadTable(
    `${withoutExtension(fileName)}-${resultsFile}`,
    format,
    [...outcomeColumns, ...labels, ...otherColumns],
    resultRows,
  )
}
