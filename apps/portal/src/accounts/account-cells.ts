import { isObject, sampleAccount } from '@partner-accounts/rules'
import { defineMessages, type Locale } from '@partner-accounts/ui/messages'
import { type AccountDraft, EMPTY_DRAFT, type Field, FIELDS } from './account-draft.ts'
import { fieldLabels } from './account-messages.ts'
import { MASKS } from './masks.ts'

/** Labels of a file's columns. They name the administrator, because files, unlike the form, have no sections. */
export const sheetLabels = defineMessages<Record<Field, string>>(
  {
    ...fieldLabels['pt-BR'],
    full_name: 'Nome completo do administrador',
    email: 'E-mail do administrador',
    mobile_phone: 'Celular do administrador com DDD',
  },
  {
    ...fieldLabels.en,
    full_name: 'Full name of the administrator',
    email: 'E-mail of the administrator',
    mobile_phone: 'Mobile of the administrator with area code',
  },
)

function sampleDraft(): AccountDraft {
  /** Returns all values below an object, by their dotted paths. */
  const textsOf = (values: object, prefix = ''): [string, string][] =>
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      isObject(value) ? textsOf(value, `${prefix}${name}.`) : [[prefix + name, String(value)]],
    )
  return { ...EMPTY_DRAFT, ...Object.fromEntries(textsOf(sampleAccount())) }
}

/** The example of the template and the gallery. */
export const SAMPLE = sampleDraft()

/** Punctuates a value. Returns an invalid value unchanged, because its mask would remove characters. */
export function formatValue(field: Field, text: string): string {
  const mask = MASKS[field]
  if (!mask) return text
  const masked = mask(text)
  return masked.replace(/[^0-9A-Za-z]/g, '') === text ? masked : text
}

/** Returns the cells of a row in the order of `FIELDS`. Tax IDs are punctuated, so spreadsheets keep leading zeros. */
export const cellsOf = (draft: AccountDraft): string[] => FIELDS.map((field) => formatValue(field, draft[field]))

export const columnLabels = (locale: Locale): string[] => FIELDS.map((field) => sheetLabels[locale][field])
