import type { Field } from '../../accounts/account-draft.ts'
import { damageOf } from './cell-damage.ts'
import { restoreMisread } from './misread-text.ts'
import { decodeEscapes, normalizeHeading } from './normalize-heading.ts'

/** Returns the text unchanged if the rule does not apply. */
type Rule = (text: string) => string

const FULL_WIDTH = /[\uFF01-\uFF5E]/g
const FULL_WIDTH_OFFSET = 0xfee0
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g
// eslint-disable-next-line no-control-regex -- control characters are what it removes
const CONTROLS = /[\u0000-\u001F\u007F-\u009F]+/g
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ordf: 'ª',
  ordm: 'º',
}
const ENTITY = /&(?:#(\d{2,5})|(amp|lt|gt|quot|apos|nbsp|ord[fm])|([a-z])(acute|grave|circ|tilde|cedil|uml));/gi
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  uml: '\u0308',
}

/** Returns the character of an `ENTITY`, such as `&#227;`, `&amp;` or `&atilde;`. */
function characterOf(_entity: string, code?: string, name?: string, letter?: string, accent?: string): string {
  if (code !== undefined) return String.fromCharCode(Number(code))
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? ''
  return `${letter}${ACCENTS[accent?.toLowerCase() ?? '']}`
}

const decode: Rule = (text) => decodeEscapes(text).replace(ENTITY, characterOf)

/** Removes invisible characters and line breaks, and replaces variants of characters by the usual ones. */
const normalizeCharacters: Rule = (text) =>
  text
    .replace(/<br ?\/?>/gi, ' ')
    .replace(CONTROLS, ' ')
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/(\p{L})[´`](?=\p{L})/gu, "$1'")
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .trim()

/** Removes what programs write around a number to keep its zeros: ERPs write `="0191"`, Excel writes `'0191`. */
const unwrap: Rule = (text) => {
  const bare = text.replace(/^'(.+?)'?$/, '$1').trim()
  return /^="([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare
}

/** Replaces typographic dashes and slashes. */
const plainDashes: Rule = (text) => text.replace(/[‐‑‒–—―−]/g, '-').replace(/[∕⁄]/g, '/')

/** Restores a long number that Excel writes as `1,2345678000195E+13`, if it still has all of its digits. */
const expandExponent: Rule = (text) => {
  const [, first = '', decimals = '', exponent = ''] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(text) ?? []
  return decimals !== '' && decimals.length === Number(exponent) ? first + decimals : text
}

/**
 * Match whole numbers with a fraction of zeros, in this order: `12,0`, `1578.0`, `1.578,00`, `1,578.00` and `1 578,00`.
 * None matches `1.000`, because it may be a thousand.
 */
const WHOLE_NUMBERS = [
  /^(\d{1,3})[.,](?:0{0,2}|0{4,})$/,
  /^(\d{4,})[.,]0*$/,
  /^(\d{1,3}(?:\.\d{3})+),0*$/,
  /^(\d{1,3}(?:,\d{3})+)\.0*$/,
  /^(\d{1,3}(?: \d{3})+)[.,]0*$/,
]

/** Removes a fraction of zeros. Programs add it when they read a column as numbers. */
const removeFraction: Rule = (text) => {
  const whole = WHOLE_NUMBERS.map((pattern) => pattern.exec(text)?.[1]).find((digits) => digits !== undefined)
  return whole?.replace(/[., ]/g, '') ?? text
}

/**
 * Removes a fraction of zeros only after at least `minDigits` digits. In the CEP `13800.000` and the telephone
 * `1198765.0000`, the zeros are no fraction.
 */
const removeFractionBehind =
  (minDigits: number): Rule =>
  (text) =>
    new RegExp(`^\\d{${minDigits}}`).test(text) ? removeFraction(text) : text

/** Removes separators of thousands. */
const removeThousands: Rule = (text) => (/^\d{1,3}([., ]\d{3})+$/.test(text) ? text.replace(/[., ]/g, '') : text)

/** Removes words such as `Cel:` in front of a telephone, and what callers within Brazil dial first: `0`, `0xx` or `0**`. */
const removePhonePrefix: Rule = (text) => {
  const number = text
    .replace(/^(telefone|tel|fone|celular|cel|whatsapp|whats|zap|mobile|phone)[.:]* ?(?=[+(\d])/i, '')
    .replace(/^(?<bracket>\(?)0(?:xx|\*\*)/i, '$<bracket>0')
  if (!/^\+?[\d\s().-]*$/.test(number)) return number
  return withoutTrunkZero(number.replace(/\D/g, '')) ?? number
}

/** Removes the zeros that callers dial before an area code or a country. Returns `undefined` if there are none. */
function withoutTrunkZero(digits: string): string | undefined {
  // Numbers such as 0800 have no area code.
  if (/^0[3589]00/.test(digits)) return undefined
  const international = /^(?:00)?550(\d{10,11})$/.exec(digits)
  if (international) return `55${international[1]}`
  if (/^00[1-9]\d{9,14}$/.test(digits)) return digits.slice(2)
  if (/^0[1-9]\d{9,10}$/.test(digits)) return digits.slice(1)
  // Behind the zero, two digits may choose a telephone company.
  return /^0[1-9]\d[1-9]\d{9,10}$/.test(digits) ? digits.slice(3) : undefined
}

/** Removes the name in front of an address, and what mail programs, Access and Markdown write around it. */
const bareEmail: Rule = (text) => {
  const address = /^[^<>]*<([^<>\s]+@[^<>\s]+)>[;,.]?$/.exec(text)?.[1] ?? text
  // Access writes `a@b#mailto:a@b#`, Markdown `[a@b](mailto:a@b)`.
  const [, first, second] = /^\[?([^\s#[\]()]+@[^\s#[\]()]+?)\]?[#(]mailto:([^\s#()]+)[#)]$/i.exec(address) ?? []
  const linked = first !== undefined && first === second ? first : address
  return linked
    .replace(/^(e-?mail|mailto): ?/i, '')
    .replace(/\?subject=.*$/i, '')
    .replace(/^["'‘’“”<([]+|["'‘’“”>)\].,;:]+$/g, '')
}

/** Removes a code, the country and a full stop from the name of a city. */
const bareCity: Rule = (text) =>
  text
    .replace(/^\d{6,7} ?[-–/] ?(?=\p{L})/u, '')
    .replace(/ ?\(\d{6,7}\)$/, '')
    .replace(/(\p{L}) ?[-–/,] ?Brasil$/iu, '$1')
    .replace(/(\p{L}{3})\.$/u, '$1')

const NUMBER_RULES = [plainDashes, expandExponent, removeFraction]
const RULES: Partial<Record<Field, readonly Rule[]>> = {
  'company_doc.cnpj': NUMBER_RULES,
  'company_doc.cpf': NUMBER_RULES,
  'company_doc.address.cep': [plainDashes, expandExponent, removeFractionBehind(7)],
  'company_doc.address.street_number': NUMBER_RULES,
  'company_doc.address.state': NUMBER_RULES,
  'company_doc.address.street_name': [removeFraction],
  'company_doc.address.neighborhood': [removeFraction],
  'company_doc.address.complement': [removeFraction],
  'company_doc.address.city': [removeFraction, bareCity],
  'company_doc.financial_email': [plainDashes, bareEmail],
  employees_quantity: [...NUMBER_RULES, removeThousands],
  mobile_phone: [plainDashes, expandExponent, removeFractionBehind(8), removePhonePrefix],
  email: [plainDashes, bareEmail],
}

/** Restores misread text before `normalizeCharacters`, which would remove parts of it. */
const applyRules = (text: string, rules: readonly Rule[]): string =>
  [decode, restoreMisread, normalizeCharacters, unwrap, ...rules].reduce((cleaned, rule) => rule(cleaned), text)

/** Removes from a cell what other programs added to its value. Texts with several readings stay as they are. */
export const cleanText = (field: Field, text: string): string => applyRules(text, RULES[field] ?? [])

/** Cleans the text of a number without a field, such as an area code. */
export const cleanNumber = (text: string): string => applyRules(text, NUMBER_RULES)

/** Texts that mean that there is no value, after `normalizeHeading`. */
const NO_VALUE =
  /^(nan|null|nulo|none|nil|undefined|n a n|nenhuma?|indisponivel|inexistente|nao (tem( email| e mail)?|disponivel|ha|possui|informad[oa]|consta|se aplica|cadastrad[oa]|existe|aplicavel)|sem (informacao|dados|cadastro|email|e mail|complemento|telefone|bairro)|vazio|em branco|a (definir|confirmar|informar|preencher)|not (available|applicable))$/

/** Texts that may be a value of the fields below, or mean that there is none, after `normalizeHeading`. */
const DOUBTFUL = /^(x+|0+|n|na|nc|nd|ni|nt|sn|s [ncbe]|nao|sem|nada|branco|idem|o? ?mesmo)$/
const DOUBTFUL_FIELDS: readonly Field[] = [
  'company_doc.name',
  'company_doc.trade_name',
  'company_doc.financial_email',
  'company_doc.address.street_name',
  'company_doc.address.complement',
  'company_doc.address.neighborhood',
  'company_doc.address.city',
  'full_name',
]

/** No tax ID, CEP or telephone consists of zeros. */
const NUMBERED_FIELDS: readonly Field[] = [
  'company_doc.cnpj',
  'company_doc.cpf',
  'company_doc.address.cep',
  'mobile_phone',
]

/** Returns whether a text means that there is no value, such as `nan`, `NULL`, `-` and `não tem`. */
export function isPlaceholder(field: Field, text: string): boolean {
  if (text === '' || damageOf(text) !== undefined) return false
  if (/^[^\p{L}\p{N}]+$/u.test(text) || /^n\/[ad]$/i.test(text)) return true
  if (NUMBERED_FIELDS.includes(field) && /^0+$/.test(text.replace(/[\s()./-]/g, ''))) return true
  return NO_VALUE.test(normalizeHeading(text))
}

/** Addresses that people type when a program requires an e-mail and there is none. */
const DOUBTFUL_EMAIL =
  /^(n[aã]o[._-]?(tem|possui|informad[oa]|ha)|sem[._-]?(e?-?mail)?|x+|testes?)@|@(naotem|sememail|semail)\./i

/** Returns whether a person must decide if the text is a value or means that there is none. */
export function isDoubtful(field: Field, text: string): boolean {
  const plain = normalizeHeading(text)
  // `S/N` (without a number) and 0 are valid numbers of houses.
  if (field === 'company_doc.address.street_number') return /^x+$/.test(plain)
  if (DOUBTFUL_EMAIL.test(text)) return field === 'email' || field === 'company_doc.financial_email'
  return DOUBTFUL_FIELDS.includes(field) && DOUBTFUL.test(plain)
}
