import type { Locale } from '@partner-accounts/ui/messages'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { columnLabels, toCells } from '../spreadsheet/template.ts'
import type { BatchRow } from './batch.ts'
import { onboardingMessages } from './onboarding-messages.ts'

/** Includes all columns, so rejected rows can be corrected and sent again. */
export function resultsCsv(rows: readonly BatchRow[], locale: Locale): string {
  const { columns, outcomes } = onboardingMessages[locale]
  const described = ({ line, draft, state }: BatchRow) => ({
    ...toCells(draft, locale),
    [columns.line]: String(line),
    [columns.result]: outcomes[state.kind],
    ...((state.kind === 'created' || state.kind === 'existing') && { [columns.id]: state.id }),
    ...(state.kind === 'created' && { [columns.apiToken]: state.apiToken, [columns.secret]: state.secret }),
    ...(state.kind === 'rejected' && { [columns.reason]: state.reason }),
  })
  const outcomeColumns = [columns.line, columns.result, columns.reason, columns.id, columns.apiToken, columns.secret]
  return writeCsv([...outcomeColumns, ...columnLabels(locale)], rows.map(described))
}
