import { LOCALES } from '@partner-accounts/ui/messages'
import { sheetLabels } from '../../accounts/account-cells.ts'
import { type Field, FIELDS } from '../../accounts/account-draft.ts'
import { fieldLabels } from '../../accounts/account-messages.ts'
import { plainHeading } from './normalize-heading.ts'

/** Headings besides our labels, as Brazilian programs, the tax authority's open data and people write them. */
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

/** Words by their abbreviations. */
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

/** Words that are ignored in headings. */
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

/**
 * Returns the words of a heading in alphabetical order, with abbreviations expanded and without fillers, so
 * `E-mail do administrador` equals `Admin.: email`. Joins single letters, so `C.N.P.J.` equals `CNPJ`.
 */
export const wordsOf = (heading: string): string[] =>
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

/** Words for the owner of a value. `comercial` is last, because `Nome comercial da empresa` is the trade name. */
const OWNERS = ['cliente', 'empregador', 'empresa', 'estabelecimento', 'fornecedor', 'matriz', 'principal', 'comercial']
/** Words for the kind of a value, and prefixes of columns in databases. */
const KINDS = ['cd', 'ds', 'endereco', 'nome', 'nu', 'numero', 'sg', 'sigla', 'tx']
/** Fields that a heading with `número` can name after words are removed. `Número do contato` is not the contact's name. */
const NUMBERED: readonly Field[] = ['company_doc.cnpj', 'company_doc.cpf', 'company_doc.address.cep', 'mobile_phone']

export interface NamedField {
  field: Field
  /** Number of the heading's words that name the field. */
  words: number
  /** Whether these are all of the heading's words. */
  isExact: boolean
}

/**
 * Returns the field that a heading names. Recognizes `CEP do cliente` and `NM_BAIRRO` by leaving words out.
 *
 * @param words from `wordsOf`
 */
export function findNamedField(words: readonly string[]): NamedField | undefined {
  const exact = FIELD_BY_WORDS.get(words.join(' '))
  if (exact) return { field: exact, words: words.length, isExact: true }
  // With `endereço`, `número` is the house number.
  const isOtherNumber = words.includes('numero') && !words.includes('endereco')
  const withoutOwners = words.filter((word) => !OWNERS.includes(word))
  const variants = [
    ...OWNERS.map((owner) => words.filter((word) => word !== owner)),
    withoutOwners,
    withoutOwners.filter((word) => !KINDS.includes(word)),
  ]
  for (const variant of variants) {
    const name = variant.join(' ')
    // `Nome do financeiro` is a person, not the e-mail.
    const field = name === 'financeiro' ? undefined : FIELD_BY_WORDS.get(name)
    const isNamed = field !== undefined && (!isOtherNumber || NUMBERED.includes(field))
    if (isNamed) return { field, words: variant.length, isExact: false }
  }
  return undefined
}
