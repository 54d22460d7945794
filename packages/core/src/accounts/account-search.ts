import type { Administrator } from './administrator.ts'
import type { Employer } from './employer.ts'
import type { SubscriptionStatus } from './subscription.ts'
import type { Account } from './account.ts'
import type { Address } from './unit.ts'

export const SEARCH_ORDERS = ['newest', 'oldest', 'name'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

export interface SearchFilters {
  /**
   * Words of names, a tax ID, e-mail, phone number or street. Each word of the query must be the beginning of a word of the
   * account. A number of the query may also match inside a word, and the words of an e-mail must be consecutive.
   */
  query?: string | undefined
  subscriptionStatuses?: readonly SubscriptionStatus[] | undefined
  isAdministratorActivated?: boolean | undefined
  /** Inclusive. */
  createdFrom?: Date | undefined
  /** Exclusive. */
  createdBefore?: Date | undefined
}

/** Pages start at 1. */
export interface SearchCriteria extends SearchFilters {
  order: SearchOrder
  page: number
  pageSize: number
}

export interface FoundAccount extends Account {
  partnerId: string
  tradeName: string
  cpf: string | null
  administrator: Pick<Administrator, 'fullName' | 'email' | 'mobilePhone'> & { isActivated: boolean }
  subscriptionStatus: SubscriptionStatus
  apiTokenStatus: 'active' | 'revoked'
}

export interface SearchPage {
  items: FoundAccount[]
  total: number
  /** False if some accounts were not searched. */
  isTotalExact: boolean
  /** True if nothing matched, so the items have similar words instead. */
  isSimilar: boolean
}

/** The last account of a part. */
export interface ExportCursor {
  createdAt: Date
  /** The account's number within its partner. */
  number: number
}

export interface ExportPart {
  items: FoundAccount[]
  /** `undefined` after the last part. Earlier parts may be empty. */
  next: ExportCursor | undefined
}

/** Maximum number of words. A longer query is searched by its longest words. */
const MAX_WORDS = 6
/** Minimum number of digits in a punctuated tax ID or phone number. */
const MIN_NUMBER_DIGITS = 5
/** A punctuated CNPJ with letters, at least up to its second dot. */
const PUNCTUATED_CNPJ = /^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{0,3}(\/[\da-z]{0,4}(-\d{0,2})?)?$/i

/** Splits a text into words, in lower case and without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of texts as searches compare them, separated by spaces. */
export const termsOf = (...texts: string[]): string => wordsOf(texts.join(' ')).join(' ')

/** Returns the terms by which an account is found. */
export const searchTerms = (
  { name, tradeName, taxId, financialEmail }: Employer,
  { fullName, email, mobilePhone }: Pick<Administrator, 'fullName' | 'email' | 'mobilePhone'>,
  { streetName }: Pick<Address, 'streetName'>,
): string => termsOf(name, tradeName, taxId.value, fullName, email, mobilePhone, financialEmail ?? '', streetName)

/**
 * Returns the words of a query as `termsOf` writes them, the longest first. A number loses its punctuation. An e-mail
 * becomes one item, with spaces between its words.
 */
export function searchWords(query: string): string[] {
  // Stored phone numbers may lack Brazil's country code.
  const words = query.replace('+55', ' ').split(/\s+/).flatMap(wordsOfPart)
  return [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS)
}

function wordsOfPart(part: string): string[] {
  if (part.includes('@')) {
    const email = termsOf(part)
    return email === '' ? [] : [email]
  }
  return wordsOf(isNumber(part) ? part.replaceAll(/[./()-]/g, '') : part)
}

/** Returns whether the punctuation belongs to a tax ID or phone number, instead of separating words. */
function isNumber(part: string): boolean {
  const isWithoutLetters = /^[\d./()-]+$/.test(part)
  if (isWithoutLetters) return part.replaceAll(/\D/g, '').length >= MIN_NUMBER_DIGITS
  return PUNCTUATED_CNPJ.test(part) && /\d/.test(part)
}
