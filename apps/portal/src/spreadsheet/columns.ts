import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import { type Field, FIELDS, isField } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-messages.ts'
import { LOCALES } from '@partner-accounts/ui/messages'

/** `undefined` for ignored columns. */
export type Columns = readonly (Field | undefined)[]

const OTHER_HEADINGS: { readonly [Name in Field]?: readonly string[] } = {
  'company_doc.name': ['razao social', 'empresa', 'nome da empresa', 'company', 'company name'],
  'company_doc.trade_name': ['fantasia', 'nome de fantasia'],
  'company_doc.cnpj': ['cnpj da empresa', 'numero do cnpj'],
  'company_doc.cpf': ['cpf do empregador', 'numero do cpf'],
  'company_doc.financial_email': ['e-mail financeiro', 'email financeiro', 'financeiro', 'billing e-mail'],
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
  email: ['e-mail do administrador', 'email do administrador', 'e-mail do responsavel', 'administrator e-mail'],
  mobile_phone: ['celular', 'telefone', 'telefone celular', 'whatsapp', 'fone', 'mobile', 'phone'],
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

const FIELD_BY_HEADING = new Map(
  FIELDS.flatMap((field) =>
    [field, ...LOCALES.map((locale) => fieldLabels[locale][field]), ...(OTHER_HEADINGS[field] ?? [])].map(
      (heading) => [normalizeHeading(heading), field] as const,
    ),
  ),
)

/** Matches columns by heading. The first column for a field wins. */
export function matchColumns(headings: readonly string[], remembered: ReadonlyMap<string, Field | undefined>): Columns {
  const taken = new Set<Field>()
  return headings.map((heading) => {
    const name = normalizeHeading(heading)
    const field = remembered.has(name) ? remembered.get(name) : FIELD_BY_HEADING.get(name)
    if (!field || taken.has(field)) return undefined
    taken.add(field)
    return field
  })
}

/** Returns required fields without a column; either tax ID is enough. */
export function missingFields(columns: Columns): Field[] {
  const missing = FIELDS.filter((field) => ACCOUNT_FIELD_RULES[field].required && !columns.includes(field))
  const hasDocument = columns.includes('company_doc.cnpj') || columns.includes('company_doc.cpf')
  return hasDocument ? missing : [...missing, 'company_doc.cnpj']
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

export function rememberColumns(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  headings: readonly string[],
  columns: Columns,
): void {
  const all = rememberedColumns(storage)
  for (const [index, heading] of headings.entries()) all.set(normalizeHeading(heading), columns[index])
  storage.setItem(KEY, JSON.stringify(Object.fromEntries([...all].map(([heading, field]) => [heading, field ?? '']))))
}
