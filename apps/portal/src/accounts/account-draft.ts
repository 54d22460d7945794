import {
  ACCOUNT_FIELD_PATHS,
  ACCOUNT_FIELD_RULES,
  type AccountBody,
  type AccountFieldPath,
} from '@partner-accounts/rules'

/**
 * The fields of an account by the names that the service gives them in its errors: those of the form and of a file's
 * columns.
 */
export const FIELDS = ACCOUNT_FIELD_PATHS
export type Field = AccountFieldPath

/** An account as it is being typed: text in every field, empty where nothing was given. */
export type AccountDraft = Record<Field, string>

export const EMPTY_DRAFT = Object.fromEntries(FIELDS.map((field) => [field, ''])) as AccountDraft

export const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

const digits = (text: string) => text.replace(/\D/g, '')
/** Punctuation that people use in documents and numbers. Any other character is reported as an error. */
const unpunctuated = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()

const CLEANERS: Partial<Record<Field, (text: string) => string>> = {
  'company_doc.cnpj': unpunctuated,
  'company_doc.cpf': unpunctuated,
  'company_doc.address.cep': (text) => text.replace(/[\s.-]/g, ''),
  'company_doc.address.state': (text) => text.toUpperCase(),
  // 5.000 and 5,000
  employees_quantity: (text) => (/^\d{1,3}([.,]\d{3})+$/.test(text) ? digits(text) : text),
  mobile_phone: (text) => (/^\+?[\d\s().-]*$/.test(text) ? digits(text) : text),
}

/** Returns a draft without punctuation in its documents, numbers and codes. */
export const cleanDraft = (draft: AccountDraft): AccountDraft =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const text = draft[field].trim()
      return [field, CLEANERS[field]?.(text) ?? text]
    }),
  ) as AccountDraft

/**
 * Returns the draft as a request body. A number field that is not a whole number stays text, so that it is reported.
 *
 * @param draft clean
 */
export function toBody(draft: AccountDraft): AccountBody {
  const body: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const steps = field.split('.')
    const name = steps.pop()!
    const parent = steps.reduce((object, step) => (object[step] ??= {}) as Record<string, unknown>, body)
    const text = draft[field]
    const isNumber = ACCOUNT_FIELD_RULES[field].kind === 'integer' && /^\d+$/.test(text)
    if (text !== '') parent[name] = isNumber ? Number(text) : text
  }
  return body as unknown as AccountBody
}
