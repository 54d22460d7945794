import type { TaxId } from './employer.ts'
import { DomainError } from '../errors.ts'

/** The forms of 4.4. */
export type AccountIdentifier = { kind: 'id'; value: string } | TaxId

const ID = '[0-9a-fA-F]{24}'
const CNPJ = '[0-9A-Za-z]{12}[0-9]{2}'
const CPF = '[0-9]{11}'

/** The specification's pattern, for all forms. */
export const ACCOUNT_IDENTIFIER_PATTERN = new RegExp(`^(${ID}|${CNPJ}|${CPF})$`)

/** A CPF or CNPJ, in either case. */
export const TAX_ID_PATTERN = new RegExp(`^(${CPF}|${CNPJ})$`)

const CPF_LENGTH = 11

/**
 * Parses an id or a tax ID, in either case. Check digits are not validated (4.4 rule 2).
 *
 * @throws `invalid-account-identifier`, also for a tax ID with punctuation
 */
export function parseAccountIdentifier(text: string): AccountIdentifier {
  if (TAX_ID_PATTERN.test(text)) return parseTaxId(text)
  if (ACCOUNT_IDENTIFIER_PATTERN.test(text)) return { kind: 'id', value: text.toLowerCase() }
  throw new DomainError('invalid-account-identifier')
}

/** @param text matches `TAX_ID_PATTERN` */
export const parseTaxId = (text: string): TaxId =>
  text.length === CPF_LENGTH ? { kind: 'cpf', value: text } : { kind: 'cnpj', value: text.toUpperCase() }

/** Removes punctuation, and spaces between digits, from a tax ID. Returns `undefined` for any other text. */
export function readTaxId(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/(\d)\s(?=\d)/g, '$1')
    .replace(/[./-]/g, '')
  return TAX_ID_PATTERN.test(bare) ? bare : undefined
}
