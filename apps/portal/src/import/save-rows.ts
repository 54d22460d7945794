import type { Locale } from '@partner-accounts/ui/messages'
import { downloadTable, withoutExtension } from '../file-formats/download-table.ts'
import { cellsOf, columnLabels, SAMPLE } from '../accounts/account-cells.ts'
import { type Original, savedHeadings } from '../batches/batch.ts'
import { importMessages } from './import-messages.ts'

/** Returns a row's cells with their headings. Repeated and empty headings get a number, so that no cell is lost. */
export function originalOf(headings: readonly string[], cells: readonly string[]): Original {
  const original = new Map<string, string>()
  for (const [column, heading] of headings.entries()) {
    const name = heading === '' ? `(${column + 1})` : heading
    let uniqueName = name
    for (let copy = 2; original.has(uniqueName); copy += 1) uniqueName = `${name} (${copy})`
    original.set(uniqueName, cells[column] ?? '')
  }
  return [...original]
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

/** Downloads the original cells of the rows, with columns for the row number and the reason. */
export function saveFaultyRows(fileName: string, rows: readonly FaultyRow[], locale: Locale): Promise<void> {
  const { columns, cells } = tableOfFaultyRows(rows, locale)
  const name = `${withoutExtension(fileName)}-${importMessages[locale].invalidFile}`
  return downloadTable(name, 'xlsx', columns, cells)
}

export function tableOfFaultyRows(rows: readonly FaultyRow[], locale: Locale) {
  const t = importMessages[locale]
  const columns = savedHeadings([t.line, t.reason], rows)
  // A file that was downloaded here before already has these two columns. The new values replace its own.
  const cells = rows.map(({ line, reason, original }) => ({
    ...Object.fromEntries(original),
    [t.line]: line,
    [t.reason]: reason,
  }))
  return { columns, cells }
}
