import {
  ACCOUNT_FIELD_PATHS,
  ACCOUNT_FIELD_RULES,
  type AccountBody,
  type AccountFieldPath,
} from '@partner-accounts/rules'

/** Dotted paths of the fields, as the service names them. The form and the columns of files have these fields. */
export const FIELDS = ACCOUNT_FIELD_PATHS
export type Field = AccountFieldPath

/** An account as people type it: all values are texts, and empty if missing. */
export type AccountDraft = Record<Field, string>

/** The tax ID that a form asks for. */
export type TaxIdKind = 'cnpj' | 'cpf'

export const EMPTY_DRAFT = Object.fromEntries(FIELDS.map((field) => [field, ''])) as AccountDraft

export const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

const digits = (text: string) => text.replace(/\D/g, '')

/** Removes only punctuation, so that other characters are reported as errors. */
export const unpunctuated = (text: string): string => text.replace(/[\s./-]/g, '').toUpperCase()

/** Texts that are not recognized stay as they are, and are reported as errors. */
const CLEANERS: Partial<Record<Field, (text: string) => string>> = {
  'company_doc.cnpj': unpunctuated,
  'company_doc.cpf': unpunctuated,
  'company_doc.address.cep': (text) => text.replace(/[\s.-]/g, ''),
  'company_doc.address.state': (text) => text.toUpperCase(),
  employees_quantity: (text) => (/^\d{1,3}([.,]\d{3})+$/.test(text) ? digits(text) : text),
  mobile_phone: (text) => (/^\+?[\d\s().-]*$/.test(text) ? digits(text) : text),
}

/** Returns the values as the service expects them, without the punctuation that people type. */
export const cleanDraft = (draft: AccountDraft): AccountDraft =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const text = draft[field].trim()
      return [field, CLEANERS[field]?.(text) ?? text]
    }),
  ) as AccountDraft

/**
 * Returns a request's body without empty fields. An integer field keeps a text that is not a whole number, so validation
 * rejects it.
 */
export function toBody(draft: AccountDraft): AccountBody {
  const body: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const parentNames = field.split('.')
    const name = parentNames.pop()!
    let parent = body
    for (const parentName of parentNames) {
      parent[parentName] ??= {}
      parent = parent[parentName] as Record<string, unknown>
    }
    const text = draft[field]
    const isNumber = ACCOUNT_FIELD_RULES[field].kind === 'integer' && /^\d+$/.test(text)
    if (text !== '') parent[name] = isNumber ? Number(text) : text
  }
  return body as unknown as AccountBody
}
