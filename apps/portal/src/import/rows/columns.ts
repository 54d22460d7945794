import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import { type Field, FIELDS, isField } from '../../accounts/account-draft.ts'
import { fieldLabels } from '../../accounts/account-messages.ts'
import { LOCALES } from '@partner-accounts/ui/messages'
import { contradicts, fieldOfContents, mayContain } from './contents.ts'
import { sheetLabels } from '../../accounts/account-cells.ts'
import { normalizeHeading, plainHeading } from './normalize-heading.ts'

export const GROUP_SEPARATOR = ' › '

/** `undefined`: ignored. */
export type Columns = readonly (Field | undefined)[]

/** Of Brazilian programs, the tax authority's open data, and people. */
const OTHER_HEADINGS: { readonly [Name in Field]?: readonly string[] } = {
  'company_doc.name': [
    'razao social',
    'razao',
    'nome empresarial',
    'razao social nome empresarial',
    'razao social nome',
    'empresa',
    'nome da empresa',
    'cliente',
    'nome do cliente',
    'nome completo do cliente',
    'nome completo da empresa',
    'nome',
    'company',
    'company name',
    'customer',
    'card name',
    'denominacao social',
    'empregador',
    'nome do empregador',
    'rz social',
    'razaosocial',
    'account name',
  ],
  'company_doc.trade_name': [
    'fantasia',
    'nome de fantasia',
    'nome reduzido',
    'nreduz',
    'trade name',
    'card fname',
    'nomefantasia',
    'n fantasia',
    'nome comercial',
    'titulo do estabelecimento',
    'titulo do estabelecimento nome de fantasia',
  ],
  'company_doc.cnpj': [
    'cnpj da empresa',
    'cnpj do cliente',
    'numero do cnpj',
    'cnpj cpf',
    'documento',
    'cgc',
    'cnpj mf',
    'cnpjcpf',
    'cpfcnpj',
    'cgc cpf',
    'cgc cnpj',
    'cgccfo',
    'cnpj somente numeros',
    'inscricao cnpj',
    'inscricao federal',
    'tax id',
    'cnpj basico cnpj ordem cnpj dv',
  ],
  'company_doc.cpf': ['cpf do empregador', 'numero do cpf'],
  'company_doc.financial_email': [
    'email financeiro',
    'financeiro',
    'email fin',
    'email de cobranca',
    'email boleto',
    'email faturamento',
    'email fiscal',
    'email nota fiscal',
    'email nf',
    'email nfe',
    'billing email',
  ],
  employees_quantity: [
    'funcionarios',
    'quantidade de funcionarios',
    'numero de funcionarios',
    'total de funcionarios',
    'colaboradores',
    'quantidade de colaboradores',
    'numero de colaboradores',
    'total de colaboradores',
    'empregados',
    'numero de empregados',
    'quantidade de empregados',
    'number of employees',
    'vidas',
    'numero de vidas',
    'quantidade de vidas',
    'employees',
    'headcount',
  ],
  full_name: [
    'administrador',
    'nome do administrador',
    'responsavel',
    'nome do responsavel',
    'contato',
    'nome do contato',
    'pessoa de contato',
    'contact name',
    'gestor',
    'nome do gestor',
    'socio administrador',
    'representante',
    'representante legal',
    'responsavel legal',
    'administrator',
  ],
  email: [
    'email',
    'email do administrador',
    'email do responsavel',
    'email do gestor',
    'email address',
    'email do contato',
    'email principal',
    'email do cliente',
    'correio eletronico',
    'endereco eletronico',
    'administrator email',
  ],
  mobile_phone: [
    'celular',
    'telefone',
    'telefone celular',
    'telefone fixo',
    'telefone residencial',
    'cellphone',
    'telefone movel',
    'movel',
    'whatsapp',
    'celular whatsapp',
    'telefone principal',
    'telefone comercial',
    'telefone do contato',
    'ddd telefone',
    'ddd celular',
    'ddd celular celular',
    'ddd whatsapp',
    'mobile',
    'phone',
    'administrator mobile',
    'celular do administrador',
    'telefone do administrador',
    'celular do responsavel',
    'telefone do responsavel',
  ],
  'company_doc.address.cep': ['codigo postal', 'zip', 'zip code', 'postal code'],
  'company_doc.address.street_name': [
    'rua',
    'rua avenida',
    'endereco',
    'avenida',
    'address',
    'tipo de logradouro logradouro',
    'descricao do tipo de logradouro logradouro',
  ],
  'company_doc.address.street_number': ['no', 'n', 'numero', 'numero do endereco', 'numero do imovel'],
  'company_doc.address.complement': ['complemento', 'complem'],
  'company_doc.address.neighborhood': ['bairro distrito', 'distrito', 'neighbourhood', 'district'],
  'company_doc.address.city': [
    'municipio',
    'nome do municipio',
    'localidade',
    'cidade municipio',
    'cidade uf',
    'municipio uf',
  ],
  'company_doc.address.state': [
    'estado',
    'est',
    'sigla do estado',
    'uf do endereco',
    'uf estado',
    'unidade federativa',
  ],
}

const ABBREVIATIONS: Record<string, string> = {
  adm: 'administrador',
  av: 'avenida',
  admin: 'administrador',
  cel: 'celular',
  cid: 'cidade',
  colab: 'colaboradores',
  compl: 'complemento',
  emails: 'email',
  emp: 'empresa',
  end: 'endereco',
  fant: 'fantasia',
  fone: 'telefone',
  func: 'funcionarios',
  funcionario: 'funcionarios',
  funcs: 'funcionarios',
  insc: 'inscricao',
  logr: 'logradouro',
  mail: 'email',
  mun: 'municipio',
  munic: 'municipio',
  n: 'numero',
  nm: 'nome',
  nr: 'numero',
  nro: 'numero',
  num: 'numero',
  qt: 'quantidade',
  qtd: 'quantidade',
  qtde: 'quantidade',
  quant: 'quantidade',
  raz: 'razao',
  resp: 'responsavel',
  soc: 'social',
  tel: 'telefone',
  telefones: 'telefone',
  tels: 'telefone',
  whats: 'whatsapp',
  zap: 'whatsapp',
}

const FILLERS = new Set([
  'a',
  'as',
  'com',
  'da',
  'das',
  'de',
  'do',
  'dos',
  'e',
  'of',
  'o',
  'os',
  'p',
  'para',
  's',
  'the',
  'with',
])
/** `E-mail do administrador` equals `Administrador: email`, and `C.N.P.J.` equals `CNPJ`. */
const wordsOf = (heading: string) =>
  plainHeading(heading)
    .replace(/\b(\w) (?=\w\b)/g, '$1')
    .replace(/\be mails?\b/g, 'email')
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
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

/** Whose value it is. `Nome comercial da empresa` is the trade name, so `comercial` is removed last. */
const OWNERS = ['cliente', 'empregador', 'empresa', 'estabelecimento', 'fornecedor', 'matriz', 'principal', 'comercial']
/** Prefixes of columns in databases, and words that add nothing. */
const KINDS = ['cd', 'ds', 'endereco', 'nome', 'nu', 'numero', 'sg', 'sigla', 'tx']
/** Fields that a heading with `número` may name. `Número do contato` is no name, and `Número do cliente` no house's. */
const NUMBERED: readonly Field[] = ['company_doc.cnpj', 'company_doc.cpf', 'company_doc.address.cep', 'mobile_phone']

interface NamedField {
  field: Field
  /** Words of the heading that name it. */
  words: number
}

/** Returns the field of a heading such as `CEP do cliente` or `NM_BAIRRO`. */
function fieldWithoutQualifiers(words: readonly string[]): NamedField | undefined {
  const owned = words.filter((word) => !OWNERS.includes(word))
  const variants = [
    ...OWNERS.map((owner) => words.filter((word) => word !== owner)),
    owned,
    owned.filter((word) => !KINDS.includes(word)),
  ]
  for (const variant of variants) {
    const name = variant.join(' ')
    const field = name === 'financeiro' ? undefined : FIELD_BY_WORDS.get(name)
    const isOtherNumber = words.includes('numero') && !words.includes('endereco')
    if (field && !(isOtherNumber && !NUMBERED.includes(field))) return { field, words: variant.length }
  }
  return undefined
}

interface Match {
  field: Field
  /** In spite of the heading. */
  isGuess?: boolean
  /** Headings with more words are more specific, a person's choice most, contents least. */
  specificity: number
}

type Remembered = ReadonlyMap<string, Field | undefined>

/** Programs number columns of one kind: the first one counts. */
const COST_OF_LATER_NUMBER = 0.5
const COST_OF_QUALIFIERS = 0.25
const BONUS_OF_MOBILE = 10
const SPECIFICITY_OF_CONTENTS = 0.2
const SPECIFICITY_OF_CONTRADICTED = 0.1

function headingMatch(heading: string): Match | undefined {
  for (const part of new Set([heading, heading.split(GROUP_SEPARATOR).at(-1) ?? ''])) {
    const all = wordsOf(part)
    const words = all.filter((word) => !/^\d$/.test(word))
    const exact = FIELD_BY_WORDS.get(words.join(' '))
    const named = exact ? { field: exact, words: words.length } : fieldWithoutQualifiers(words)
    if (!named) continue
    const { field } = named
    const isLater = all.some((word) => /^[2-9]$/.test(word))
    // The administrator is called on a mobile phone.
    const bonus = field === 'mobile_phone' && /celular|whatsapp|mobile/.test(words.join(' ')) ? BONUS_OF_MOBILE : 0
    const costs = (isLater ? COST_OF_LATER_NUMBER : 0) + (exact ? 0 : COST_OF_QUALIFIERS)
    return { field, specificity: named.words + bonus - costs }
  }
  return undefined
}

function matchOf(heading: string, values: readonly string[], remembered: Remembered): Match | undefined {
  const name = normalizeHeading(heading)
  if (name !== '' && remembered.has(name)) {
    const field = remembered.get(name)
    return field && { field, specificity: Infinity }
  }
  const byHeading = headingMatch(heading)
  const content = fieldOfContents(values)
  if (content !== undefined && !(byHeading && mayContain(byHeading.field, content))) {
    return { field: content, specificity: SPECIFICITY_OF_CONTENTS, isGuess: true }
  }
  const isContradicted = byHeading && contradicts(values, byHeading.field)
  return isContradicted ? { ...byHeading, specificity: SPECIFICITY_OF_CONTRADICTED } : byHeading
}

function matchesOf({ headings, rows }: Matched, remembered: Remembered): (Match | undefined)[] {
  const matches = headings.map((heading, index) =>
    matchOf(
      heading,
      rows.slice(0, MAX_SAMPLED_ROWS).map(({ cells }) => cells[index] ?? ''),
      remembered,
    ),
  )
  const hasCnpj = matches.some((match) => match?.field === 'company_doc.cnpj')
  // Beside a CNPJ, it is the CPF of a person in the company.
  return matches.map((match) => (hasCnpj && match?.isGuess && match.field === 'company_doc.cpf' ? undefined : match))
}

const MAX_SAMPLED_ROWS = 50

/** Headings, and rows whose contents count beside them. */
export interface Matched {
  headings: readonly string[]
  rows: readonly { cells: readonly string[] }[]
}

/** Whether contents decided about a column: a person should check it. */
export const hasGuesses = (table: Matched, remembered: Remembered): boolean =>
  matchesOf(table, remembered).some((match) => match?.isGuess)

export const suggestColumns = (table: Matched, remembered: Remembered): Columns =>
  matchesOf(table, remembered).map((match) => match?.field)

/** The most specific column for a field wins, then the first. */
export function matchColumns(table: Matched, remembered: Remembered): Columns {
  const matches = matchesOf(table, remembered)
  const best = new Map<Field, number>()
  for (const [index, match] of matches.entries()) {
    if (!match) continue
    const rival = matches[best.get(match.field) ?? -1]
    if (!rival || match.specificity > rival.specificity) best.set(match.field, index)
  }
  return matches.map((match, index) => (match && best.get(match.field) === index ? match.field : undefined))
}

export interface Tie {
  field: Field
  columns: readonly number[]
}

/** Fields for which several columns are equally likely, with different values: only a person knows which one counts. */
export function tiesOf(table: Matched, remembered: Remembered): Tie[] {
  const matches = matchesOf(table, remembered)
  return FIELDS.flatMap((field) => {
    const rivals = matches.flatMap((match, index) => (match?.field === field ? [{ index, ...match }] : []))
    const most = Math.max(...rivals.map(({ specificity }) => specificity))
    const columns = rivals.filter(({ specificity }) => specificity === most).map(({ index }) => index)
    const valuesOf = (column: number) => table.rows.map(({ cells }) => cells[column] ?? '').join('\n')
    const hasTie = columns.length > 1 && most < Infinity && new Set(columns.map(valuesOf)).size > 1
    return hasTie ? [{ field, columns }] : []
  })
}

/** Returns the columns after a person chose a field for one of them. A field has one column. */
export const assignColumn = (columns: Columns, column: number, field: Field | undefined): Columns =>
  columns.map((other, index) => {
    if (index === column) return field
    return other === field ? undefined : other
  })

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
