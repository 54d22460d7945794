import { FIELDS } from '../accounts/account-draft.ts'
import type { Locale } from '../preferences/words.ts'
import { writeCsv } from './account-file.ts'
import { type Batch, type BatchRow, lineOf } from './batch.ts'
import { onboardingWords } from './onboarding-words.ts'

/** A row for each of the file, with what became of it; and the file's own columns, so that refused ones can be mended. */
export function resultsCsv({ rows }: Batch, locale: Locale): string {
  const { columns, outcomes } = onboardingWords[locale]
  const described = ({ index, draft, state }: BatchRow) => ({
    ...draft,
    [columns.line]: String(lineOf(index)),
    [columns.result]: outcomes[state.kind],
    ...(state.kind === 'created' && { _id: state.id, api_token: state.apiToken, secret: state.secret }),
    ...(state.kind === 'refused' && { [columns.reason]: state.reason }),
  })
  const own = [columns.line, columns.result, columns.reason, '_id', 'api_token', 'secret']
  return writeCsv([...own, ...FIELDS], rows.map(described))
}
