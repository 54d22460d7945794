import type { Locale } from '@partner-accounts/ui/messages'
import { loadAndSaveTable, withoutExtension } from '../file-formats/load-and-save-table.ts'
import { cellsOf, columnLabels, SAMPLE } from '../accounts/account-cells.ts'
import type { Original } from '../batches/batch.ts'
import { importMessages } from './import-messages.ts'

/** Makes headings unique, so no cell is lost. */
export const originalOf = (headings: readonly string[], cells: readonly string[]): Original =>
  headings.map((heading, index) => {
    const earlier = headings.slice(0, index).filter((other) => other === heading).length
    const unique = earlier > 0 ? `${heading} (${earlier + 1})` : heading
    return [heading === '' ? `(${index + 1})` : unique, cells[index] ?? '']
  })

export const saveTemplate = (locale: Locale): Promise<void> => {
  const columns = columnLabels(locale)
  const example = Object.fromEntries(cellsOf(SAMPLE).map((cell, index) => [columns[index] ?? '', cell]))
  return loadAndSaveTable(importMessages[locale].templateFile, 'xlsx', columns, [example])
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
  return loadAndSaveTable(
    `${withoutExtension(fileName)}-${t.invalidFile}`,
    'xlsx',
    [t.line, t.reason, ...headings],
    cells,
  )
}
