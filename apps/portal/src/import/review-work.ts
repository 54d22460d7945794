import type { Field } from '../accounts/account-draft.ts'
import { assignColumn, type Columns } from './rows/columns.ts'
import type { TablePlace } from './rows/find-table.ts'
import type { DoubtfulCells } from './rows/to-rows.ts'
import { choosePlace, type Decision, type Edit, type ImportWork, type UnfinishedImport } from './unfinished-import.ts'

export type WorkChange =
  | { kind: 'place'; place: TablePlace; remembered: ReadonlyMap<string, Field | undefined> }
  | { kind: 'columns'; columns: Columns }
  /** Several columns are equally likely. */
  | { kind: 'tie'; field: Field; column: number }
  | { kind: 'hidden-rows'; choice: NonNullable<ImportWork['hiddenRows']> }
  | { kind: 'doubtful-cells'; choice: DoubtfulCells }
  /** By line. */
  | { kind: 'edit'; edits: Readonly<Record<number, Edit>> }
  | { kind: 'decide'; line: number; decision: Decision }

/** Returns what a person's next step makes of the work so far. */
export function changeWork(sheets: UnfinishedImport['sheets'], work: ImportWork, change: WorkChange): ImportWork {
  switch (change.kind) {
    case 'place': {
      const isSameSheet = change.place.sheet === work.place.sheet
      const kept = isSameSheet ? work : { ...work, edits: {}, decisions: {} }
      return { ...kept, settled: [], ...choosePlace(sheets, change.place, change.remembered) }
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

function editLines(work: ImportWork, changes: Readonly<Record<number, Edit>>): ImportWork {
  const edits = { ...work.edits }
  for (const [line, edit] of Object.entries(changes)) edits[Number(line)] = { ...edits[Number(line)], ...edit }
  const rejections = Object.entries(work.rejections).filter(([line]) => !(line in changes))
  return { ...work, edits, rejections: Object.fromEntries(rejections) }
}
