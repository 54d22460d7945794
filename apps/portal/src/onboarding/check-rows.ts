import { FIELDS } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-words.ts'
import { checkDraft } from '../accounts/check-draft.ts'
import type { Locale } from '../preferences/words.ts'
import type { NewRow } from './batch.ts'
import { onboardingWords } from './onboarding-words.ts'

/** A row that would be refused, and why. */
export interface FaultyRow {
  line: number
  name: string
  faults: { field: string; fault: string }[]
}

/** Looks through a whole file before anything of it is sent. */
export function findFaultyRows(rows: readonly NewRow[], locale: Locale): FaultyRow[] {
  const labels = fieldLabels[locale]
  const firstLines = new Map<string, number>()
  return rows.flatMap(({ line, draft }) => {
    const found = checkDraft(draft, locale)
    // 2.6: an administrator's e-mail is registered once, whatever its case.
    const email = draft.email.toLowerCase()
    const earlier = firstLines.get(email)
    if (earlier !== undefined && email !== '') found.email = onboardingWords[locale].sameEmail(earlier)
    else firstLines.set(email, line)
    const faults = FIELDS.flatMap((field) =>
      found[field] === undefined ? [] : [{ field: labels[field], fault: found[field] }],
    )
    return faults.length === 0 ? [] : [{ line, name: draft['company_doc.name'], faults }]
  })
}
