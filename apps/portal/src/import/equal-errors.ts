import { type AccountDraft, type Field, FIELDS } from '../accounts/account-draft.ts'
import type { Edit } from './unfinished-import.ts'
import type { ImportRow } from './use-import-rows.ts'

/** Rows with the same invalid text in a field. One correction mends all of them. */
export interface EqualErrors {
  field: Field
  text: string
  lines: readonly number[]
}

const MIN_ROWS = 2

/** Returns groups of equal errors, the largest first. Missing values are not grouped, because they differ by row. */
export function groupErrors(rows: readonly ImportRow[]): EqualErrors[] {
  const groups = new Map<string, { field: Field; text: string; lines: number[] }>()
  for (const { row, errors, status } of rows) {
    if (status !== 'invalid') continue
    for (const field of FIELDS) {
      const text = row.draft[field]
      if (errors[field] === undefined || text === '') continue
      const key = `${field}\n${text}`
      const group = groups.get(key) ?? { field, text, lines: [] }
      group.lines.push(row.line)
      groups.set(key, group)
    }
  }
  return [...groups.values()]
    .filter(({ lines }) => lines.length >= MIN_ROWS)
    .sort((one, other) => other.lines.length - one.lines.length)
}

/** Returns the edits that replace `sought` in the texts of one field, ignoring case. Skips rows that are left out. */
export function replaceIn(
  rows: readonly ImportRow[],
  field: Field,
  sought: string,
  replacement: string,
): Record<number, Edit> {
  if (sought === '') return {}
  // Escapes the characters that have a meaning in a pattern.
  const escaped = sought.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = new RegExp(escaped, 'gi')
  const edits: Record<number, Edit> = {}
  for (const { row, status } of rows) {
    const text = row.draft[field]
    // `replace` would interpret `$` in a string, but not in a function's result.
    const replaced = text.replace(pattern, () => replacement)
    if (status !== 'excluded' && replaced !== text) edits[row.line] = { [field]: replaced }
  }
  return edits
}

/**
 * Returns the edits of pasted cells.
 *
 * @param text lines of cells separated by tabs
 * @param lines line numbers of the table's rows, from the row of the first pasted cell on
 * @param fields fields of the table's columns, from the column of the first pasted cell on
 * @returns `undefined` for a single cell, which the browser pastes
 */
export function pasteBlock(
  text: string,
  lines: readonly number[],
  fields: readonly Field[],
): Record<number, Edit> | undefined {
  const block = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  if (block.length === 1 && block[0]?.length === 1) return undefined
  const edits: Record<number, Edit> = {}
  for (const [index, cells] of block.entries()) {
    const line = lines[index]
    if (line === undefined) break
    const edit: Partial<AccountDraft> = {}
    for (const [column, cell] of cells.entries()) {
      const field = fields[column]
      if (field) edit[field] = cell.trim()
    }
    edits[line] = edit
  }
  return edits
}
