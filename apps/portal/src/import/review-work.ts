import type { Field } from '../accounts/account-draft.ts'
import { assignColumn, type Columns } from './rows/columns.ts'
import type { TablePlace } from './rows/find-table.ts'
import type { DoubtfulCells } from './rows/to-rows.ts'
import { choosePlace, type Decision, type Edit, type ImportWork, type UnfinishedImport } from './unfinished-import.ts'

export type WorkChange =
  | { kind: 'place'; place: TablePlace; remembered: ReadonlyMap<string, Field | undefined> }
  | { kind: 'columns'; columns: Columns }
  /** A person's choice among equally likely columns. */
  | { kind: 'tie'; field: Field; column: number }
  | { kind: 'hidden-rows'; choice: NonNullable<ImportWork['hiddenRows']> }
  | { kind: 'doubtful-cells'; choice: DoubtfulCells }
  /** `edits`: by line. */
  | { kind: 'edit'; edits: Readonly<Record<number, Edit>> }
  | { kind: 'decide'; line: number; decision: Decision }

/** Returns the work after a person's change. */
export function changeWork(sheets: UnfinishedImport['sheets'], work: ImportWork, change: WorkChange): ImportWork {
  switch (change.kind) {
    case 'place': {
      // Edits and decisions are by line, so they do not fit the rows of another sheet.
      const isSameSheet = change.place.sheet === work.place.sheet
      const workOnSheet = isSameSheet ? work : { ...work, edits: {}, decisions: {} }
      return { ...workOnSheet, settled: [], ...choosePlace(sheets, change.place, change.remembered) }
    }
    case 'columns':
      return { ...work, columns: change.columns }
    case 'tie':
      return {
        ...work,
        columns: assignColumn(work.columns, change.column, change.field),
        settled: [...(work.settled ?? []), change.field],
      }
    case 'hidden-rows':
      return { ...work, hiddenRows: change.choice }
    case 'doubtful-cells':
      return { ...work, doubtfulCells: change.choice }
    case 'edit':
      return editLines(work, change.edits)
    case 'decide':
      return { ...work, decisions: { ...work.decisions, [change.line]: change.decision } }
  }
}

/** Adds edits, and forgets why the service rejected the edited rows. */
function editLines(work: ImportWork, changes: Readonly<Record<number, Edit>>): ImportWork {
  const edits = { ...work.edits }
  for (const [key, edit] of Object.entries(changes)) {
    const line = Number(key)
    edits[line] = { ...edits[line], ...edit }
  }
  const rejections = Object.entries(work.rejections).filter(([line]) => !(line in changes))
  return { ...work, edits, rejections: Object.fromEntries(rejections) }
}
