import {
  ACCOUNT_FIELD_PATHS,
  ACCOUNT_FIELD_RULES,
  type AccountBody,
  type AccountFieldPath,
} from '@partner-accounts/rules'

/** The service's names: the form's fields and a file's columns. */
export const FIELDS = ACCOUNT_FIELD_PATHS
export type Field = AccountFieldPath

export type AccountDraft = Record<Field, string>

/** The tax ID that a form asks for. */
export type DocumentKind = 'cnpj' | 'cpf'

export const EMPTY_DRAFT = Object.fromEntries(FIELDS.map((field) => [field, ''])) as AccountDraft

export const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

const digits = (text: string) => text.replace(/\D/g, '')
/** Other characters are reported as errors. */
const unpunctuated = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()

const CLEANERS: Partial<Record<Field, (text: string) => string>> = {
  'company_doc.cnpj': unpunctuated,
  'company_doc.cpf': unpunctuated,
  'company_doc.address.cep': (text) => text.replace(/[\s.-]/g, ''),
  'company_doc.address.state': (text) => text.toUpperCase(),
  employees_quantity: (text) => (/^\d{1,3}([.,]\d{3})+$/.test(text) ? digits(text) : text),
  mobile_phone: (text) => (/^\+?[\d\s().-]*$/.test(text) ? digits(text) : text),
}

export const cleanDraft = (draft: AccountDraft): AccountDraft =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const text = draft[field].trim()
      return [field, CLEANERS[field]?.(text) ?? text]
    }),
  ) as AccountDraft

/** A number that is not whole stays text, so the service reports it. */
export function toBody(draft: AccountDraft): AccountBody {
  const body: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const steps = field.split('.')
    const name = steps.pop()!
    let parent = body
    for (const step of steps) {
      parent[step] ??= {}
      parent = parent[step] as Record<string, unknown>
    }
    const text = draft[field]
    const isNumber = ACCOUNT_FIELD_RULES[field].kind === 'integer' && /^\d+$/.test(text)
    if (text !== '') parent[name] = isNumber ? Number(text) : text
  }
  return body as unknown as AccountBody
}
