import { type Field, unpunctuated } from '../../accounts/account-draft.ts'
import { hasCheckDigits, isCpf } from '../../accounts/check-digits.ts'
import { cleanText } from './clean-text.ts'
import { isState } from './states.ts'

type ContentField = Extract<
  Field,
  | 'company_doc.cnpj'
  | 'company_doc.cpf'
  | 'email'
  | 'company_doc.address.state'
  | 'company_doc.address.cep'
  | 'mobile_phone'
>

/** A CNPJ with all punctuation, which is recognized even with wrong check digits. */
const PUNCTUATED_CNPJ = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d\d$/i

/** Spreadsheets drop up to two leading zeros. */
const isCnpj = (text: string): boolean =>
  /^([0-9A-Z]{12}\d\d|\d{12,13})$/.test(text) && hasCheckDigits(text.padStart(14, '0'))

/** Functions that recognize values which can hardly belong to another field. */
const RECOGNIZERS: Record<ContentField, (text: string) => boolean> = {
  'company_doc.cnpj': (text) => PUNCTUATED_CNPJ.test(text) || isCnpj(unpunctuated(text)),
  'company_doc.cpf': (text) => isCpf(unpunctuated(text)),
  email: (text) => /^\S+@\S+\.\S+$/.test(text),
  'company_doc.address.state': isState,
  'company_doc.address.cep': (text) => /^\d{5}-\d{3}$/.test(text),
  mobile_phone: (text) => /^(\+55 ?)?\(\d{2}\) ?9?\d{4}-?\d{4}$/.test(text),
}
const CONTENT_FIELDS = Object.keys(RECOGNIZERS) as ContentField[]

/** Share of a column's values that must be recognized. The others may be mistyped. */
const MIN_RECOGNIZED_SHARE = 0.8

/** Returns the field that a column contains, whatever its heading is; `undefined` if it is not recognized. */
export function fieldOfContents(values: readonly string[]): ContentField | undefined {
  const texts = values.filter((text) => text !== '')
  if (texts.length === 0) return undefined
  return CONTENT_FIELDS.find((field) => {
    const recognized = texts.filter((text) => RECOGNIZERS[field](cleanText(field, text)))
    return recognized.length >= texts.length * MIN_RECOGNIZED_SHARE
  })
}

/** Patterns that at least one value of a field's column must match. */
const SHAPES: Partial<Record<Field, RegExp>> = {
  'company_doc.cnpj': /\d{3}/,
  'company_doc.financial_email': /@/,
  email: /@/,
  mobile_phone: /\d{4}/,
}

/** Returns whether a column cannot be the field that its heading names, because no value looks like it. */
export function contradicts(values: readonly string[], field: Field): boolean {
  const shape = SHAPES[field]
  const texts = values.filter((text) => text !== '')
  return shape !== undefined && texts.length > 0 && !texts.some((text) => shape.test(text))
}

/** Returns whether the heading's field agrees with the contents. A CNPJ column may also contain CPFs. */
export const mayContain = (field: Field, content: ContentField): boolean => {
  if (content === 'email') return field === 'email' || field === 'company_doc.financial_email'
  if (content === 'company_doc.cpf') return field === 'company_doc.cpf' || field === 'company_doc.cnpj'
  return field === content
}
