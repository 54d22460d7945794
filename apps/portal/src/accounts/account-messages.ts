import { ACCOUNT_FIELD_RULES, LOCALES } from '@partner-accounts/rules'
import type { Messages } from '@partner-accounts/ui/messages'
import { type Field, FIELDS } from './account-draft.ts'

export const fieldLabels = Object.fromEntries(
  LOCALES.map((locale) => [
    locale,
    Object.fromEntries(FIELDS.map((field) => [field, ACCOUNT_FIELD_RULES[field].label[locale]])),
  ]),
) as Messages<Record<Field, string>>
