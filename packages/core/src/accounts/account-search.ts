import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { SubscriptionStatus } from '../subscriptions/subscription.ts'
import type { Account } from './account.ts'

/** The order of found accounts. `name` is the employer's legal name. */
export const SEARCH_ORDERS = ['newest', 'oldest', 'name'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

/** The filters of a search. Absent ones match every account. */
export interface SearchFilters {
  /** Words of names, a document or an e-mail. Every word must begin a word of the account. */
  query?: string | undefined
  subscriptionStatuses?: readonly SubscriptionStatus[] | undefined
  /** Whether the administrator has chosen a password. */
  isAdministratorActivated?: boolean | undefined
  /** Inclusive. */
  createdFrom?: Date | undefined
  /** Exclusive. */
  createdBefore?: Date | undefined
}

/** A search and the page of its results. The first page is 1. */
export interface SearchCriteria extends SearchFilters {
  order: SearchOrder
  page: number
  pageSize: number
}

/** An account as a search returns it. */
export interface FoundAccount extends Account {
  partnerId: string
  tradeName: string
  cpf: string | null
  administrator: Pick<Administrator, 'fullName' | 'email'> & { isActivated: boolean }
  subscriptionStatus: SubscriptionStatus
  apiTokenStatus: 'active' | 'revoked'
}

/** A page of found accounts. */
export interface SearchPage {
  items: FoundAccount[]
  /** The number of accounts on all pages. */
  total: number
  /** False if there are more than `total`: only the most recent matches were collected. */
  isTotalExact: boolean
  /** Whether no account has these words, so that the results only have similar ones. */
  isSimilar: boolean
}

/** Where to continue an export. */
export interface ExportCursor {
  createdAt: Date
  number: number
}

/** A part of an export, from the most recent account to the oldest. */
export interface ExportPart {
  items: FoundAccount[]
  /** `undefined` after the last part. A part may be empty before the last one. */
  next: ExportCursor | undefined
}

/** Maximum number of words that a query compares. If it has more, the longest are compared. */
const MAX_WORDS = 6
/** A document with punctuation, or the beginning of one, has at least as many digits. */
const MIN_DOCUMENT_DIGITS = 5
const PUNCTUATED_DOCUMENT = /^[\d./-]+$|^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}\/[\da-z]{4}-\d{2}$/i

/** Returns the words of a text for comparison: without accents, in lower case. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the text that searches compare: the words of these texts, after single spaces. */
export const termsOf = (...texts: string[]): string => wordsOf(texts.join(' ')).join(' ')

/**
 * Returns the text that searches compare: the words of an account's names, document and e-mail, after single spaces.
 */
export const searchTerms = (
  { name, tradeName, document }: Pick<Employer, 'name' | 'tradeName' | 'document'>,
  { email }: Pick<Administrator, 'email'>,
): string => termsOf(name, tradeName, document.value, email)

/** Returns the words of a query, as `searchTerms` writes them. A document may have its punctuation. */
export function searchWords(query: string): string[] {
  const words = query.split(/\s+/).flatMap((part) => wordsOf(isDocument(part) ? part.replaceAll(/[./-]/g, '') : part))
  return [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS)
}

const isDocument = (part: string) =>
  PUNCTUATED_DOCUMENT.test(part) && part.replaceAll(/\D/g, '').length >= MIN_DOCUMENT_DIGITS
