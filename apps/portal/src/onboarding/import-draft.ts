import { type AccountDraft, cleanDraft, type Field } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'
import { type Columns, matchColumns } from '../spreadsheet/columns.ts'
import { findTable, tableAt, type TablePlace } from '../spreadsheet/find-table.ts'
import type { SourceSheet } from '../spreadsheet/read-workbook.ts'
import type { SheetRow } from '../spreadsheet/to-rows.ts'

/** An unfinished import: the file, and what a person did with it. */
export interface ImportDraft {
  id: string
  fileName: string
  sheets: readonly SourceSheet[]
  work: ImportWork
}

export type Edit = Readonly<Partial<AccountDraft>>
/** `repeat`: another account for the tax ID. */
export type Decision = 'leave' | 'include' | 'repeat'

/** Records are by line. */
export interface ImportWork {
  place: TablePlace
  columns: Columns
  edits: Readonly<Record<number, Edit>>
  decisions: Readonly<Record<number, Decision>>
  hiddenRows?: 'leave' | 'include'
  sent: readonly number[]
  /** The service's reasons, until the rows are corrected. */
  rejections: Readonly<Record<number, string>>
}

type Remembered = ReadonlyMap<string, Field | undefined>

export function newDraft(fileName: string, sheets: readonly SourceSheet[], remembered: Remembered): ImportDraft {
  const work = { edits: {}, decisions: {}, sent: [], rejections: {} }
  const place = findTable(sheets, remembered)
  return { id: newIdempotencyKey(), fileName, sheets, work: { ...work, ...choosePlace(sheets, place, remembered) } }
}

/** Matches the columns again, because headings differ. */
export const choosePlace = (sheets: readonly SourceSheet[], place: TablePlace, remembered: Remembered) => ({
  place,
  columns: matchColumns(tableAt(sheets, place).headings, remembered),
})

export function takeBack(draft: ImportDraft, rejected: readonly { line: number; reason: string }[]): ImportDraft {
  const rejections = Object.fromEntries(rejected.map(({ line, reason }) => [line, reason]))
  const sent = draft.work.sent.filter((line) => !(line in rejections))
  return { ...draft, work: { ...draft.work, sent, rejections: { ...draft.work.rejections, ...rejections } } }
}

/** Typing changes one of thousands of rows. */
const edited = new WeakMap<Edit, { from: SheetRow; row: SheetRow }>()

export function editRow(from: SheetRow, edit: Edit | undefined): SheetRow {
  if (!edit) return from
  const known = edited.get(edit)
  if (known?.from === from) return known.row
  const damage = Object.fromEntries(Object.entries(from.damage).filter(([field]) => !(field in edit)))
  const damaged = Object.fromEntries(Object.keys(damage).map((field) => [field, from.draft[field as Field]]))
  const row = { ...from, damage, draft: { ...cleanDraft({ ...from.draft, ...edit }), ...damaged } }
  edited.set(edit, { from, row })
  return row
}
