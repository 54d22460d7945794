import { type AccountDraft, cleanDraft, EMPTY_DRAFT, type Field } from '../accounts/account-draft.ts'
import type { Columns } from './columns.ts'
import type { Sheet } from './read-sheet.ts'
import { restoreZeros } from './restore-zeros.ts'
import { toStateCode } from './states.ts'

export interface SheetRow {
  line: number
  draft: AccountDraft
  restored: readonly Field[]
}

export const toRows = ({ rows }: Sheet, columns: Columns): SheetRow[] =>
  rows.map(({ line, cells }) => {
    const given = Object.fromEntries(columns.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])))
    const typed: AccountDraft = { ...EMPTY_DRAFT, ...given }
    const state = toStateCode(typed['company_doc.address.state'])
    const draft = cleanDraft({ ...typed, 'company_doc.address.state': state })
    // Uses the typed text: punctuation shows that no spreadsheet made it a number.
    const restored = restoreZeros(typed)
    return { line, draft: { ...draft, ...restored }, restored: Object.keys(restored) as Field[] }
  })
