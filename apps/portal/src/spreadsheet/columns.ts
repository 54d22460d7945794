import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import { type Field, FIELDS, isField } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-messages.ts'
import { LOCALES } from '@partner-accounts/ui/messages'
import { sheetLabels } from './template.ts'

export const GROUP_SEPARATOR = ' › '

/** `undefined`: ignored. */
export type Columns = readonly (Field | undefined)[]

const OTHER_HEADINGS: { readonly [Name in Field]?: readonly string[] } = {
  'company_doc.name': ['razao social', 'empresa', 'nome da empresa', 'company', 'company name'],
  'company_doc.trade_name': ['fantasia', 'nome de fantasia'],
  'company_doc.cnpj': ['cnpj da empresa', 'numero do cnpj', 'cnpj cpf', 'documento'],
  'company_doc.cpf': ['cpf do empregador', 'numero do cpf'],
  'company_doc.financial_email': ['email financeiro', 'financeiro', 'billing email'],
  employees_quantity: [
    'funcionarios',
    'quantidade de funcionarios',
    'qtd funcionarios',
    'numero de funcionarios',
    'colaboradores',
    'employees',
  ],
  full_name: [
    'administrador',
    'nome do administrador',
    'responsavel',
    'nome do responsavel',
    'contato',
    'administrator',
  ],
  email: ['email', 'email do administrador', 'email do responsavel', 'email do contato', 'administrator email'],
  mobile_phone: [
    ...['celular', 'telefone', 'telefone celular', 'whatsapp', 'fone', 'mobile', 'phone', 'administrator mobile'],
    ...['celular do administrador', 'telefone do administrador', 'celular do responsavel', 'telefone do responsavel'],
  ],
  'company_doc.address.cep': ['codigo postal', 'zip', 'zip code', 'postal code'],
  'company_doc.address.street_name': ['rua', 'endereco', 'avenida'],
  'company_doc.address.street_number': ['no', 'n', 'num', 'numero do endereco'],
  'company_doc.address.complement': ['compl'],
  'company_doc.address.neighborhood': ['neighbourhood', 'district'],
  'company_doc.address.city': ['municipio', 'localidade'],
  'company_doc.address.state': ['estado', 'sigla do estado', 'uf do endereco'],
}

/** Removes case, accents and punctuation. */
export const normalizeHeading = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const FILLERS = new Set(['a', 'as', 'com', 'da', 'das', 'de', 'do', 'dos', 'of', 'o', 'os', 'the', 'with'])
/** `E-mail do administrador` equals `Administrador: email`. */
const wordsOf = (heading: string) =>
  normalizeHeading(heading)
    .replace(/\be mail\b/g, 'email')
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .sort()

const FIELD_BY_WORDS = new Map(
  FIELDS.flatMap((field) =>
    [
      field,
      ...LOCALES.flatMap((locale) => [fieldLabels[locale][field], sheetLabels[locale][field]]),
      ...(OTHER_HEADINGS[field] ?? []),
    ].map((heading) => [wordsOf(heading).join(' '), field] as const),
  ),
)

interface Match {
  field: Field
  /** Headings with more words are more specific, a person's choice most. */
  specificity: number
}

function matchOf(heading: string, remembered: ReadonlyMap<string, Field | undefined>): Match | undefined {
  const name = normalizeHeading(heading)
  if (remembered.has(name)) {
    const field = remembered.get(name)
    return field && { field, specificity: Infinity }
  }
  for (const part of new Set([heading, heading.split(GROUP_SEPARATOR).at(-1) ?? ''])) {
    const words = wordsOf(part)
    const field = FIELD_BY_WORDS.get(words.join(' '))
    if (field) return { field, specificity: words.length }
  }
  return undefined
}

export const suggestColumns = (
  headings: readonly string[],
  remembered: ReadonlyMap<string, Field | undefined>,
): Columns => headings.map((heading) => matchOf(heading, remembered)?.field)

/** The most specific column for a field wins, then the first. */
export function matchColumns(headings: readonly string[], remembered: ReadonlyMap<string, Field | undefined>): Columns {
  const matches = headings.map((heading) => matchOf(heading, remembered))
  const best = new Map<Field, number>()
  for (const [index, match] of matches.entries()) {
    if (!match) continue
    const rival = matches[best.get(match.field) ?? -1]
    if (!rival || match.specificity > rival.specificity) best.set(match.field, index)
  }
  return matches.map((match, index) => (match && best.get(match.field) === index ? match.field : undefined))
}

/** Accepts either tax ID. */
export function missingFields(columns: Columns): Field[] {
  const missing = FIELDS.filter((field) => ACCOUNT_FIELD_RULES[field].required && !columns.includes(field))
  const hasTaxId = columns.includes('company_doc.cnpj') || columns.includes('company_doc.cpf')
  return hasTaxId ? missing : [...missing, 'company_doc.cnpj']
}

const KEY = 'partner-accounts.columns'

export function rememberedColumns(storage: Pick<Storage, 'getItem'>): Map<string, Field | undefined> {
  try {
    const stored = Object.entries(JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, string>)
    return new Map(stored.map(([heading, field]) => [heading, isField(field) ? field : undefined]))
  } catch {
    return new Map()
  }
}

export function rememberColumn(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  heading: string,
  field: Field | undefined,
): void {
  const all = rememberedColumns(storage).set(normalizeHeading(heading), field)
  storage.setItem(KEY, JSON.stringify(Object.fromEntries([...all].map(([name, chosen]) => [name, chosen ?? '']))))
}
