import type { Locale } from '@partner-accounts/ui/messages'
import { cellsOf, columnLabels } from '../accounts/account-cells.ts'
import { downloadTable, withoutExtension } from '../file-formats/download-table.ts'
import type { TableFormat } from '../file-formats/save-table.ts'
import { batchMessages } from './batch-messages.ts'
import { type BatchRow, savedHeadings } from './batch.ts'

/** Downloads the outcome of each row, followed by the row itself and the file's other columns. */
export function saveResults(
  fileName: string,
  rows: readonly BatchRow[],
  format: TableFormat,
  locale: Locale,
): Promise<void> {
  const { columns, cells } = tableOfResults(rows, locale)
  const name = `${withoutExtension(fileName)}-${batchMessages[locale].resultsFile}`
  return downloadTable(name, format, columns, cells)
}

export function tableOfResults(rows: readonly Omit<BatchRow, 'index' | 'key'>[], locale: Locale) {
  const { columns: names, outcomes } = batchMessages[locale]
  const labels = columnLabels(locale)
  const outcomeColumns = [names.line, names.result, names.reason, names.id, names.apiToken, names.secret]
  const columns = savedHeadings([...outcomeColumns, ...labels], rows)
  const cells = rows.map(({ line, draft, state, original }) => ({
    ...Object.fromEntries(original),
    ...Object.fromEntries(cellsOf(draft).map((cell, index) => [labels[index] ?? '', cell])),
    [names.line]: line,
    [names.result]: outcomes[state.kind],
    // Overwrites the earlier reason in a results file that is imported again.
    [names.reason]: state.kind === 'rejected' ? state.reason : '',
    ...((state.kind === 'created' || state.kind === 'existing') && { [names.id]: state.id }),
    ...(state.kind === 'created' && { [names.apiToken]: state.apiToken, [names.secret]: state.secret }),
  }))
  return { columns, cells }
}
