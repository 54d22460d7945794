import { isObject, sampleAccount } from '@partner-accounts/rules'
import { type AccountDraft, EMPTY_DRAFT, type Field, FIELDS } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-messages.ts'
import { MASKS } from '../accounts/masks.ts'
import type { Locale } from '@partner-accounts/ui/messages'
import { writeCsv } from '@partner-accounts/ui/write-csv'

function sampleDraft(): AccountDraft {
  const textsOf = (values: object, prefix = ''): [string, string][] =>
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      isObject(value) ? textsOf(value, `${prefix}${name}.`) : [[prefix + name, String(value)]],
    )
  return { ...EMPTY_DRAFT, ...Object.fromEntries(textsOf(sampleAccount())) }
}

/** Formats tax IDs, so spreadsheets keep leading zeros. */
export const toCells = (draft: AccountDraft, locale: Locale): Record<string, string> =>
  Object.fromEntries(FIELDS.map((field) => [fieldLabels[locale][field], format(field, draft[field])]))

/** Formats a valid value; leaves others as they are, to be corrected. */
export function format(field: Field, text: string): string {
  const mask = MASKS[field]
  if (!mask) return text
  const masked = mask(text)
  return masked.replace(/[^0-9A-Za-z]/g, '') === text ? masked : text
}

export const columnLabels = (locale: Locale): string[] => FIELDS.map((field) => fieldLabels[locale][field])

export const templateCsv = (locale: Locale): string => writeCsv(columnLabels(locale), [toCells(sampleDraft(), locale)])
