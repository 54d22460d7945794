import type { Locale } from '@partner-accounts/ui/messages'
import { downloadTable, withoutExtension } from '../file-formats/download-table.ts'
import { cellsOf, columnLabels, SAMPLE } from '../accounts/account-cells.ts'
import type { Original } from '../batches/batch.ts'
import { importMessages } from './import-messages.ts'

/** Returns a row's cells with their headings, which are made unique, so that no cell is lost. */
export const originalOf = (headings: readonly string[], cells: readonly string[]): Original =>
  headings.map((_, column) => [uniqueHeading(headings, column), cells[column] ?? ''])

function uniqueHeading(headings: readonly string[], column: number): string {
  const heading = headings[column] ?? ''
  if (heading === '') return `(${column + 1})`
  const equalBefore = headings.slice(0, column).filter((other) => other === heading).length
  return equalBefore > 0 ? `${heading} (${equalBefore + 1})` : heading
}

/** Downloads a table that contains only an example. */
export const saveTemplate = (locale: Locale): Promise<void> => {
  const columns = columnLabels(locale)
  const example = Object.fromEntries(cellsOf(SAMPLE).map((cell, index) => [columns[index] ?? '', cell]))
  return downloadTable(importMessages[locale].templateFile, 'xlsx', columns, [example])
}

interface FaultyRow {
  line: number
  reason: string
  original: Original
}

/** Downloads rows as in their file, each with its line and with what to correct. */
export function saveFaultyRows(fileName: string, rows: readonly FaultyRow[], locale: Locale): Promise<void> {
  const t = importMessages[locale]
  const headings = new Set(rows.flatMap(({ original }) => original.map(([heading]) => heading)))
  const cells = rows.map(({ line, reason, original }) => ({
    [t.line]: line,
    [t.reason]: reason,
    ...Object.fromEntries(original),
  }))
  return downloadTable(`${withoutExtension(fileName)}-${t.invalidFile}`, 'xlsx', [t.line, t.reason, ...headings], cells)
}
