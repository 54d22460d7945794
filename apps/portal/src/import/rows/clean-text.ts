import type { Field } from '../../accounts/account-draft.ts'
import { damageOf } from './cell-damage.ts'
import { normalizeHeading } from './normalize-heading.ts'

/** One rule: returns the text unchanged if the rule does not apply. */
type Rule = (text: string) => string

const FULL_WIDTH = /[\uFF01-\uFF5E]/g
const FULL_WIDTH_OFFSET = 0xfee0
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g
/** Excel writes characters that XML forbids as `_x000D_`. */
const ESCAPED = /_x00[01][0-9A-F]_/gi
// eslint-disable-next-line no-control-regex -- control characters are what it removes
const CONTROLS = /[\u0000-\u001F\u007F-\u009F]+/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const removeDamage: Rule = (text) =>
  text
    .replace(ESCAPED, ' ')
    .replace(CONTROLS, ' ')
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .trim()

/** UTF-8 that a program read as Windows-1252, such as `JoÃ£o`. */
const restoreAccents: Rule = (text) => {
  if (!/[ÃÂ][\u0080-\u00BF]/.test(text) || /[^\0-\xFF]/.test(text)) return text
  try {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

/** ERPs write `="0191"`, and Excel `'0191`, so that a number keeps its zeros. */
const unwrap: Rule = (text) => {
  const bare = text.startsWith("'") && !text.endsWith("'") ? text.slice(1).trim() : text
  return /^="([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare
}

const plainDashes: Rule = (text) => text.replace(/[‐‑‒–—―−]/g, '-').replace(/[∕⁄]/g, '/')

/** Excel shortens long numbers. Nothing is lost if all digits are left. */
const expandExponent: Rule = (text) => {
  const [, first = '', decimals = '', exponent = ''] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(text) ?? []
  return decimals !== '' && decimals.length === Number(exponent) ? first + decimals : text
}

/** Programs that calculate with numbers write them with a fraction of zero. */
const removeFraction: Rule = (text) => text.replace(/^(\d+|\d{1,3}(?:\.\d{3})+)(?:[.,]0{1,2}|[.,])$/, '$1')

const removeThousandSpaces: Rule = (text) => (/^\d{1,3}( \d{3})+$/.test(text) ? text.replaceAll(' ', '') : text)

const removePhonePrefix: Rule = (text) => {
  const number = text.replace(/^(tel|fone|cel|whatsapp|phone)\.?: ?/i, '').replace(/^(\(?)0xx/i, '$10')
  if (!/^\+?[\d\s().-]*$/.test(number)) return number
  return withoutTrunkZero(number.replace(/\D/g, '')) ?? number
}

/** Removes the zero that callers within Brazil dial. Returns `undefined` for digits without it. */
function withoutTrunkZero(digits: string): string | undefined {
  if (/^0[3589]00/.test(digits)) return undefined
  const international = /^(?:00)?55(?:0(?=\d{10,11}$))(\d+)$/.exec(digits)
  if (international) return `55${international[1]}`
  if (/^00[1-9]\d{9,14}$/.test(digits)) return digits.slice(2)
  if (/^0[1-9]\d{9,10}$/.test(digits)) return digits.slice(1)
  // Behind the zero, two digits may choose a telephone company.
  return /^0[1-9]\d[1-9]\d{9,10}$/.test(digits) ? digits.slice(3) : undefined
}

const bareEmail: Rule = (text) => {
  const address = /^[^<>]*<([^<>\s]+@[^<>\s]+)>[;,.]?$/.exec(text)?.[1] ?? text
  return address.replace(/^mailto: ?/i, '').replace(/^["'<]+|["'>.,;]+$/g, '')
}

const NUMBER_RULES = [plainDashes, expandExponent, removeFraction]
const RULES: Partial<Record<Field, readonly Rule[]>> = {
  'company_doc.cnpj': NUMBER_RULES,
  'company_doc.cpf': NUMBER_RULES,
  'company_doc.address.cep': NUMBER_RULES,
  'company_doc.address.street_number': NUMBER_RULES,
  'company_doc.address.state': NUMBER_RULES,
  'company_doc.address.complement': [removeFraction],
  'company_doc.address.city': [removeFraction],
  'company_doc.financial_email': [plainDashes, bareEmail],
  employees_quantity: [...NUMBER_RULES, removeThousandSpaces],
  mobile_phone: [...NUMBER_RULES, removePhonePrefix],
  email: [plainDashes, bareEmail],
}

/** Removes from a cell what other programs added to its value. Each rule has only one reading. */
export function cleanText(field: Field, text: string): string {
  const rules = [removeDamage, restoreAccents, unwrap, ...(RULES[field] ?? [])]
  return rules.reduce((cleaned, rule) => rule(cleaned), text)
}

const NOTHING =
  /^(nan|null|none|nil|undefined|n a n|nao (tem|ha|possui|informad[oa]|consta|se aplica|cadastrad[oa]|existe|aplicavel)|sem (informacao|dados|cadastro|email|e mail|complemento|telefone|bairro)|vazio|em branco|a definir|not (available|applicable))$/

/** `x` and `0` may be values of these fields, or mean nothing. */
const DOUBTFUL = /^(x+|0+|na|nd|nao|sem)$/
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

/** Whether a cell means that there is no value: `nan`, `NULL`, `-`, `não tem`. */
export function isPlaceholder(field: Field, text: string): boolean {
  if (text === '' || damageOf(text) !== undefined) return false
  if (/^[^\p{L}\p{N}]+$/u.test(text) || /^n\/[ad]$/i.test(text)) return true
  if ((field === 'company_doc.cnpj' || field === 'company_doc.cpf') && /^0+$/.test(text)) return true
  return NOTHING.test(normalizeHeading(text))
}

/** Whether only a person knows if a cell has a value. */
export const isDoubtful = (field: Field, text: string): boolean =>
  DOUBTFUL_FIELDS.includes(field) && DOUBTFUL.test(normalizeHeading(text))
