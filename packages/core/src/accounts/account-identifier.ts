import type { TaxDocument } from '../employers/employer.ts'
import { DomainError } from '../errors.ts'

/** What one account can be asked for by (4.4). */
export type AccountIdentifier = { kind: 'id'; value: string } | TaxDocument

const ID = '[0-9a-fA-F]{24}'
const CNPJ = '[0-9A-Za-z]{12}[0-9]{2}'
const CPF = '[0-9]{11}'

/** The three forms together, as the specification writes them. */
export const ACCOUNT_IDENTIFIER_PATTERN = new RegExp(`^(${ID}|${CNPJ}|${CPF})$`)

// The three differ in length, so no text has two forms.
const ID_PATTERN = new RegExp(`^${ID}$`)
const CNPJ_PATTERN = new RegExp(`^${CNPJ}$`)
const CPF_PATTERN = new RegExp(`^${CPF}$`)

/**
 * Tells the three forms apart. Ids are kept in lower case and CNPJs in upper case; both are taken in either.
 * 4.4 rule 2: check digits are not validated.
 *
 * @throws DomainError `invalid-account-identifier` for anything else, a document with punctuation included
 */
export function parseAccountIdentifier(text: string): AccountIdentifier {
  if (ID_PATTERN.test(text)) return { kind: 'id', value: text.toLowerCase() }
  if (CNPJ_PATTERN.test(text)) return { kind: 'cnpj', value: text.toUpperCase() }
  if (CPF_PATTERN.test(text)) return { kind: 'cpf', value: text }
  throw new DomainError('invalid-account-identifier')
}
