import type { AppRouter } from '@partner-accounts/api'
import type { inferProcedureInput } from '@trpc/server'

/** 2.6, as the service takes it. */
export type AccountBody = inferProcedureInput<AppRouter['accounts']['create']>

/** The fields of 2.6 by the names that the service gives them in its errors: those of the form, and of a file's columns. */
export const FIELDS = [
  'company_doc.name',
  'company_doc.trade_name',
  'company_doc.cnpj',
  'company_doc.cpf',
  'company_doc.financial_email',
  'employees_quantity',
  'full_name',
  'email',
  'mobile_phone',
  'company_doc.address.cep',
  'company_doc.address.street_name',
  'company_doc.address.street_number',
  'company_doc.address.complement',
  'company_doc.address.neighborhood',
  'company_doc.address.city',
  'company_doc.address.state',
] as const

export type Field = (typeof FIELDS)[number]

/** An account as it is being typed: text in every field, empty where nothing was given. */
export type AccountDraft = Record<Field, string>

export const EMPTY_DRAFT = Object.fromEntries(FIELDS.map((field) => [field, ''])) as AccountDraft

export const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

const digits = (text: string) => text.replace(/\D/g, '')
/** People write documents with these; what else is in the way is an error of theirs to see. */
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

/** The draft as the service wants it: documents, numbers and codes without punctuation. */
export const cleanDraft = (draft: AccountDraft): AccountDraft =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const text = draft[field].trim()
      return [field, CLEANERS[field]?.(text) ?? text]
    }),
  ) as AccountDraft

/** @param draft clean, and checked */
export function toBody(draft: AccountDraft): AccountBody {
  const given = <K extends string>(name: K, field: Field) =>
    draft[field] === '' ? {} : ({ [name]: draft[field] } as Record<K, string>)
  return {
    full_name: draft.full_name,
    employees_quantity: Number(draft.employees_quantity),
    email: draft.email,
    mobile_phone: draft.mobile_phone,
    company_doc: {
      name: draft['company_doc.name'],
      trade_name: draft['company_doc.trade_name'],
      ...given('cpf', 'company_doc.cpf'),
      ...given('cnpj', 'company_doc.cnpj'),
      ...given('financial_email', 'company_doc.financial_email'),
      address: {
        cep: draft['company_doc.address.cep'],
        street_name: draft['company_doc.address.street_name'],
        street_number: draft['company_doc.address.street_number'],
        neighborhood: draft['company_doc.address.neighborhood'],
        ...given('complement', 'company_doc.address.complement'),
        state: draft['company_doc.address.state'] as AccountBody['company_doc']['address']['state'],
        city: draft['company_doc.address.city'],
      },
    },
  }
}
