import type { Administrator } from './administrator.ts'
import type { Employer } from './employer.ts'
import type { SubscriptionStatus } from './subscription.ts'
import type { Account } from './account.ts'
import type { Address } from './unit.ts'

export const SEARCH_ORDERS = ['newest', 'oldest', 'name'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

export interface SearchFilters {
  /**
   * Words of names, a tax ID, e-mail, phone number or street. Each must begin a word of the account; numbers, be part
   * of one.
   * The words of an e-mail must follow each other.
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
  /** False when only the most recent matches were collected. */
  isTotalExact: boolean
  /** True when nothing matched, so the results have similar words. */
  isSimilar: boolean
}

export interface ExportCursor {
  createdAt: Date
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

/** Removes case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Joins words as searches compare them, each after a space. */
export const termsOf = (...texts: string[]): string => wordsOf(texts.join(' ')).join(' ')

export const searchTerms = (
  { name, tradeName, taxId, financialEmail }: Employer,
  { fullName, email, mobilePhone }: Pick<Administrator, 'fullName' | 'email' | 'mobilePhone'>,
  { streetName }: Pick<Address, 'streetName'>,
): string => termsOf(name, tradeName, taxId.value, fullName, email, mobilePhone, financialEmail ?? '', streetName)

/** Returns words as `termsOf` writes them: numbers without punctuation, those of an e-mail as one. */
export function searchWords(query: string): string[] {
  const words = query.replace('+55', ' ').split(/\s+/).flatMap(wordsOfPart)
  return [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS)
}

function wordsOfPart(part: string): string[] {
  if (part.includes('@')) return [termsOf(part)].filter((words) => words !== '')
  return wordsOf(isNumber(part) ? part.replaceAll(/[./-]/g, '') : part)
}

const isNumber = (part: string) =>
  /^[\d./-]+$/.test(part)
    ? part.replaceAll(/\D/g, '').length >= MIN_NUMBER_DIGITS
    : PUNCTUATED_CNPJ.test(part) && /\d/.test(part)
