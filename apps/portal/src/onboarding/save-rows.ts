import { loadChunk } from '@partner-accounts/ui/load-chunk'
import type { Locale } from '@partner-accounts/ui/messages'
import type { saveTable, TableFormat } from '../file-formats/save-table.ts'
import { cellsOf, columnLabels, SAMPLE } from '../spreadsheet/template.ts'
import type { BatchRow, Original } from './batch.ts'
import { importMessages } from './import-messages.ts'
import { onboardingMessages } from './onboarding-messages.ts'

async function save(...table: Parameters<typeof saveTable>): Promise<void> {
  const chunk = await loadChunk(() => import('../file-formats/save-table.ts'))
  await chunk.saveTable(...table)
}

/** Makes headings unique, so no cell is lost. */
export const originalOf = (headings: readonly string[], cells: readonly string[]): Original =>
  headings.map((heading, index) => {
    const earlier = headings.slice(0, index).filter((other) => other === heading).length
    return [
      heading === '' ? `(${index + 1})` : earlier > 0 ? `${heading} (${earlier + 1})` : heading,
      cells[index] ?? '',
    ]
  })

const baseOf = (fileName: string) => fileName.replace(/\.\w+$/, '')

export const saveTemplate = (locale: Locale): Promise<void> => {
  const columns = columnLabels(locale)
  const example = Object.fromEntries(cellsOf(SAMPLE).map((cell, index) => [columns[index] ?? '', cell]))
  return save(importMessages[locale].templateFile, 'xlsx', columns, [example])
}

interface FaultyRow {
  line: number
  reason: string
  original: Original
}

export function saveFaultyRows(fileName: string, rows: readonly FaultyRow[], locale: Locale): Promise<void> {
  const t = importMessages[locale]
  const headings = new Set(rows.flatMap(({ original }) => original.map(([heading]) => heading)))
  const cells = rows.map(({ line, reason, original }) => ({
    [t.line]: line,
    [t.reason]: reason,
    ...Object.fromEntries(original),
  }))
  return save(`${baseOf(fileName)}-${t.invalidFile}`, 'xlsx', [t.line, t.reason, ...headings], cells)
}

export function saveResults(
  fileName: string,
  rows: readonly BatchRow[],
  format: TableFormat,
  locale: Locale,
): Promise<void> {
  const { columns, outcomes, resultsFile } = onboardingMessages[locale]
  const labels = columnLabels(locale)
  const extra = new Set(rows.flatMap(({ original = [] }) => original.map(([heading]) => heading)))
  for (const label of labels) extra.delete(label)
  const cells = rows.map(({ line, draft, state, original = [] }) => ({
    ...Object.fromEntries(original),
    ...Object.fromEntries(cellsOf(draft).map((cell, index) => [labels[index] ?? '', cell])),
    [columns.line]: line,
    [columns.result]: outcomes[state.kind],
    ...((state.kind === 'created' || state.kind === 'existing') && { [columns.id]: state.id }),
    ...(state.kind === 'created' && { [columns.apiToken]: state.apiToken, [columns.secret]: state.secret }),
    ...(state.kind === 'rejected' && { [columns.reason]: state.reason }),
  }))
  const outcomeColumns = [columns.line, columns.result, columns.reason, columns.id, columns.apiToken, columns.secret]
  return save(`${baseOf(fileName)}-${resultsFile}`, format, [...outcomeColumns, ...labels, ...extra], cells)
}
