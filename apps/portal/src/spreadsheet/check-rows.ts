import { type AccountDraft, type Field, FIELDS } from '../accounts/account-draft.ts'
import { checkDraft } from '../accounts/check-draft.ts'
import { type Locale, defineMessages } from '@partner-accounts/ui/messages'

export interface FieldProblem {
  field: Field
  message: string
}

interface CheckedRow {
  line: number
  draft: AccountDraft
}

const messages = defineMessages(
  { sameEmail: (line: number) => `O mesmo e-mail está na linha ${line}.` },
  { sameEmail: (line: number) => `The same e-mail is in row ${line}.` },
)

/** @returns the problems of each invalid row, by line */
export function checkRows(rows: readonly CheckedRow[], locale: Locale): Map<number, FieldProblem[]> {
  const firstLines = new Map<string, number>()
  const invalid = new Map<number, FieldProblem[]>()
  for (const { line, draft } of rows) {
    const errors = checkDraft(draft, locale)
    // 2.6: an administrator's e-mail is unique, whatever its case.
    const email = draft.email.toLowerCase()
    const earlier = firstLines.get(email)
    if (earlier !== undefined && email !== '') errors.email = messages[locale].sameEmail(earlier)
    else firstLines.set(email, line)
    const problems = FIELDS.flatMap((field) => (errors[field] === undefined ? [] : [{ field, message: errors[field] }]))
    if (problems.length > 0) invalid.set(line, problems)
  }
  return invalid
}
