import { type AccountDraft, cleanDraft, type Field } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'
import { type Columns, matchColumns } from './rows/columns.ts'
import { findTable, tableAt, type TablePlace } from './rows/find-table.ts'
import type { SourceSheet } from './file/read-workbook.ts'
import type { DoubtfulCells, SheetRow } from './rows/to-rows.ts'

/** An unfinished import: the file, and what a person did with it. */
export interface UnfinishedImport {
  id: string
  fileName: string
  sheets: readonly SourceSheet[]
  work: ImportWork
}

export type Edit = Readonly<Partial<AccountDraft>>
/** What a person decided about a row. `repeat`: create another account with the tax ID. */
export type Decision = 'leave' | 'include' | 'repeat'

/** What a person did with a file. The keys of its records are line numbers. */
export interface ImportWork {
  place: TablePlace
  columns: Columns
  edits: Readonly<Record<number, Edit>>
  decisions: Readonly<Record<number, Decision>>
  hiddenRows?: 'leave' | 'include'
  doubtfulCells?: DoubtfulCells
  /** Fields whose column a person chose among equally likely ones. */
  settled?: readonly Field[]
  /** Lines of the rows in a batch. */
  sent: readonly number[]
  /** Idempotency keys of rejected rows of batches that are in the import again. */
  takenBack?: readonly string[]
  /** The service's reasons, until the rows are corrected. */
  rejections: Readonly<Record<number, string>>
  /** Id of the test user who owns the copy for test mode. `undefined` again once its corrections are taken over. */
  rehearsedBy?: string | undefined
  /** Id of the original import. Only a copy for test mode has it. */
  rehearses?: string
}

type Remembered = ReadonlyMap<string, Field | undefined>

export function newImport(fileName: string, sheets: readonly SourceSheet[], remembered: Remembered): UnfinishedImport {
  const work = { edits: {}, decisions: {}, sent: [], rejections: {} }
  const place = findTable(sheets, remembered)
  return { id: newIdempotencyKey(), fileName, sheets, work: { ...work, ...choosePlace(sheets, place, remembered) } }
}

/** Returns a place of the table, with the columns that its headings name. */
export const choosePlace = (sheets: readonly SourceSheet[], place: TablePlace, remembered: Remembered) => ({
  place,
  columns: matchColumns(tableAt(sheets, place), remembered),
})

/** Moves rejected rows of a batch back to the import, with the service's reasons. Each row moves only once. */
export function takeBack(
  { work, ...unfinished }: UnfinishedImport,
  rejected: readonly { line: number; key: string; reason: string }[],
): UnfinishedImport {
  const { takenBack = [] } = work
  const rows = rejected.filter(({ key }) => !takenBack.includes(key))
  const rejections = Object.fromEntries(rows.map(({ line, reason }) => [line, reason]))
  return {
    ...unfinished,
    work: {
      ...work,
      sent: work.sent.filter((line) => !(line in rejections)),
      takenBack: [...takenBack, ...rows.map(({ key }) => key)],
      rejections: { ...work.rejections, ...rejections },
    },
  }
}

/** Returns a copy for test mode, in which no row counts as sent. */
export const toRehearsal = (original: UnfinishedImport): UnfinishedImport => ({
  ...original,
  id: newIdempotencyKey(),
  work: { ...original.work, sent: [], takenBack: [], rehearses: original.id },
})

/** Returns the original with a person's corrections of a copy, but not with what the service did in test mode. */
export function withCorrections(original: UnfinishedImport, rehearsal: UnfinishedImport): UnfinishedImport {
  const { rehearses, ...corrected } = rehearsal.work
  if (rehearses !== original.id) return original
  const { sent, takenBack, rejections, edits } = original.work
  const isCorrected = (line: number) => JSON.stringify(corrected.edits[line]) !== JSON.stringify(edits[line])
  const remaining = Object.entries(rejections).filter(([line]) => !isCorrected(Number(line)))
  return {
    ...original,
    work: {
      ...corrected,
      sent,
      ...(takenBack && { takenBack }),
      rejections: Object.fromEntries(remaining),
      rehearsedBy: undefined,
    },
  }
}

/** Returns whether an edit mends a damaged field. An edit of the state also mends a city of another state. */
const isMended = (field: string, kind: string | undefined, edit: Edit): boolean =>
  field in edit || (kind === 'other-state' && 'company_doc.address.state' in edit)

/** Edited rows by their edits. Cached, because typing changes only one of thousands of rows. */
const editedRows = new WeakMap<Edit, { from: SheetRow; row: SheetRow }>()

/** Returns a row with a person's edit. Damaged values that the edit does not mend stay as they are in the file. */
export function editRow(from: SheetRow, edit: Edit | undefined): SheetRow {
  if (!edit) return from
  const known = editedRows.get(edit)
  if (known?.from === from) return known.row
  const unmended = Object.entries(from.damage).filter(([field, kind]) => !isMended(field, kind, edit))
  const damagedValues = Object.fromEntries(unmended.map(([field]) => [field, from.draft[field as Field]]))
  const draft = { ...cleanDraft({ ...from.draft, ...edit }), ...damagedValues }
  const row = { ...from, damage: Object.fromEntries(unmended), draft }
  editedRows.set(edit, { from, row })
  return row
}
