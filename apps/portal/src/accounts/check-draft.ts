import { ACCOUNT_FIELDS, findBodyErrors } from '@partner-accounts/rules'
import type { Locale } from '@partner-accounts/ui/words'
import { type AccountDraft, type Field, toBody } from './account-draft.ts'

/** The first message of each invalid field. */
export type DraftErrors = Partial<Record<Field, string>>

/**
 * Returns what the service would reject, before anything is sent.
 *
 * @param draft clean
 */
export const checkDraft = (draft: AccountDraft, locale: Locale): DraftErrors =>
  Object.fromEntries(
    [...findBodyErrors(ACCOUNT_FIELDS, { ...toBody(draft) })].map(([field, [message]]) => [field, message?.[locale]]),
  )
