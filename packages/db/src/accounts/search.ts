import {
  closestWord,
  isCorrectable,
  type ExportCursor,
  type ExportPart,
  type FoundAccount,
  LIMITS,
  patternsOfSimilar,
  type SearchCriteria,
  type SearchFilters,
  type SearchOrder,
  type SearchPage,
  searchWords,
  SUBSCRIPTION_STATUSES,
} from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { ALL_PARTNERS, DETAILS, EVERYWHERE, EXPORT, IN_WINDOW, UNFILTERED, WORDS } from './search-statements.ts'

const { window, enoughMatches, exportPart } = LIMITS.search
/** Defaults of filters by time, in milliseconds since 1970. */
const FIRST_TIME = 0
const LAST_TIME = Date.UTC(9999, 0)

interface PageValues {
  offset: number
  pageSize: number
}

type FoundRow = NonNullable<typeof DETAILS.row>
type Found = Pick<SearchPage, 'items' | 'total'>

export async function searchAccounts(
  run: RunStatement,
  partnerId: string | undefined,
  criteria: SearchCriteria,
): Promise<SearchPage> {
  const { order, page, pageSize, query = '' } = criteria
  const words = wordsOf(query)
  if (words === undefined) return NOTHING
  const values = { ...filterValues(partnerId ?? '', criteria), offset: (page - 1) * pageSize, pageSize }
  if (partnerId === undefined) {
    if (words.length === 0) return NOTHING
    const found = await searchAllPartners(run, order, values, words)
    return { ...found, isTotalExact: found.total < window, isSimilar: false }
  }
  if (order !== 'name' && words.length === 0 && isUnfiltered(criteria)) {
    const range = { partnerId, first: values.offset + 1, last: values.offset + pageSize }
    return { ...toFound(await run(UNFILTERED[order], range)), isTotalExact: true, isSimilar: false }
  }
  const found = await searchPartner(run, order, values, words)
  // A search for an e-mail is for that e-mail, not for similar ones.
  if (found.total > 0 || query.includes('@')) return { ...found, isSimilar: false }
  for (const similar of await similarSearches(run, values, words)) {
    const resembling = await searchPartner(run, order, values, similar)
    if (resembling.total > 0) return { ...resembling, isSimilar: true }
  }
  return { ...found, isSimilar: false }
}

async function searchPartner(
  run: RunStatement,
  order: SearchOrder,
  values: FilterValues & PageValues,
  words: readonly string[],
): Promise<Found & Pick<SearchPage, 'isTotalExact'>> {
  const rows = await run(IN_WINDOW[order], { ...values, patterns: words.map(patternOf) })
  const found = toFound(rows)
  if ((rows[0]?.windowSize ?? 0) < window) return { ...found, isTotalExact: true }
  if (words.length === 0 || found.total >= enoughMatches) return { ...found, isTotalExact: false }
  return {
    ...toFound(await run(EVERYWHERE[order], { ...values, ...byWord(words) })),
    isTotalExact: true,
  }
}

/**
 * Replaces misspelt words, and omits words that resemble no known word.
 *
 * @returns searches in the order to try. The first keeps short words and codes, which are not corrected but may match. The
 * second omits them. A search that equals the original is left out
 */
async function similarSearches(run: RunStatement, values: FilterValues, words: readonly string[]): Promise<string[][]> {
  const similar = words.flatMap(patternsOfSimilar)
  if (similar.length === 0) return []
  const known = await run(WORDS, { ...values, similar })
  const corrected = words.map((word) => (isNumberLike(word) ? word : closestWord(word, known)))
  const onlyCorrected = corrected.filter((word) => word !== undefined)
  if (onlyCorrected.length === 0) return []
  // Keeps the words that cannot be corrected. Drops correctable words that resemble no known word.
  const correctedAndKept = words.flatMap((word, index) => {
    const correction = corrected[index]
    if (correction !== undefined) return [correction]
    return isCorrectable(word) ? [] : [word]
  })
  const tried = words.join(' ')
  const searches = new Set([correctedAndKept, onlyCorrected].map((list) => list.join(' ')))
  searches.delete(tried)
  return [...searches].map((search) => search.split(' '))
}

/** Reads details by partner: each partner's accounts are on one node. */
async function searchAllPartners(
  run: RunStatement,
  order: SearchOrder,
  values: FilterValues & PageValues,
  words: readonly string[],
): Promise<Found> {
  const rows = await run(ALL_PARTNERS[order], { ...values, ...byWord(words) })
  const keys = rows.flatMap(({ partnerId, number }) =>
    partnerId === null || number === null ? [] : [{ partnerId, number }],
  )
  const details = new Map<string, FoundAccount>()
  for (const partnerId of new Set(keys.map((key) => key.partnerId))) {
    const numbers = keys.filter((key) => key.partnerId === partnerId).map(({ number }) => number)
    const found = await run(DETAILS, { partnerId, numbers })
    for (const row of found.filter(isFound)) details.set(`${partnerId} ${row.number}`, toFoundAccount(row))
  }
  const items = keys.flatMap(({ partnerId, number }) => details.get(`${partnerId} ${number}`) ?? [])
  return { items, total: rows[0]?.total ?? 0 }
}

export async function exportAccounts(
  run: RunStatement,
  partnerId: string,
  filters: SearchFilters,
  after: ExportCursor | undefined,
): Promise<ExportPart> {
  const words = wordsOf(filters.query)
  if (words === undefined) return { items: [], next: undefined }
  const rows = await run(EXPORT, {
    ...filterValues(partnerId, filters),
    patterns: words.map(patternOf),
    afterCreated: after?.createdAt.getTime() ?? LAST_TIME,
    afterNumber: after?.number ?? 0,
  })
  const found = rows.filter(isFound)
  return { items: found.map(toFoundAccount), next: nextCursor(rows, found) }
}

/** Returns the last account of a full part, or else of a full window. After any other part, the export is complete. */
function nextCursor(rows: NonNullable<typeof EXPORT.row>[], found: (FoundRow & Complete)[]): ExportCursor | undefined {
  const last = found.at(-1)
  if (last && found.length === exportPart) {
    return { createdAt: new Date(Math.round(last.created)), number: last.number }
  }
  const [summary] = rows
  if (!summary || summary.total < window) return undefined
  const { lastCreated, lastNumber } = summary
  if (lastCreated === null || lastNumber === null) return undefined
  return { createdAt: new Date(Math.round(lastCreated)), number: lastNumber }
}

const NOTHING: SearchPage = { items: [], total: 0, isTotalExact: true, isSimilar: false }

/** Returns `undefined` for a query that consists of punctuation: it finds nothing, unlike an empty one. */
function wordsOf(query = ''): string[] | undefined {
  const words = searchWords(query)
  return query.trim() !== '' && words.length === 0 ? undefined : words
}

/** Returns a pattern that matches the beginning of a word, or any part of a number, because people omit area codes. */
const patternOf = (word: string) => (isNumberLike(word) ? `%${word}%` : `% ${word}%`)

/** Returns whether a word has at least five characters and three digits, like a phone number or a tax ID. */
const isNumberLike = (word: string) => word.length >= 5 && /\d.*\d.*\d/.test(word)

/** Returns the patterns of up to six words. The last word is repeated. */
function byWord(words: readonly string[]) {
  const patterns = words.map(patternOf)
  const patternAt = (index: number) => patterns[index] ?? patterns.at(-1) ?? '%'
  return {
    word1: patternAt(0),
    word2: patternAt(1),
    word3: patternAt(2),
    word4: patternAt(3),
    word5: patternAt(4),
    word6: patternAt(5),
  }
}

const isUnfiltered = (filters: SearchFilters): boolean =>
  [filters.subscriptionStatuses, filters.isAdministratorActivated, filters.createdFrom, filters.createdBefore].every(
    (filter) => filter === undefined,
  )

const filterValues = (
  partnerId: string,
  { subscriptionStatuses, isAdministratorActivated, createdFrom, createdBefore }: SearchFilters,
) => ({
  partnerId,
  subscriptionStatuses: subscriptionStatuses ?? SUBSCRIPTION_STATUSES,
  administratorActivated: isAdministratorActivated === undefined ? [true, false] : [isAdministratorActivated],
  createdFrom: createdFrom?.getTime() ?? FIRST_TIME,
  createdBefore: createdBefore?.getTime() ?? LAST_TIME,
})

type FilterValues = ReturnType<typeof filterValues>

/** The outer joins make these columns nullable, but every account has values for them. */
type Complete = {
  [Column in Exclude<keyof FoundRow, 'total' | 'cpf' | 'cnpj' | 'financialEmail'>]: NonNullable<FoundRow[Column]>
}

const isFound = <Row extends FoundRow>(row: Row): row is Row & Complete => row.id !== null

const toFound = (rows: FoundRow[]): Found => ({
  items: rows.filter(isFound).map(toFoundAccount),
  total: rows[0]?.total ?? 0,
})

const toFoundAccount = (row: FoundRow & Complete): FoundAccount => ({
  id: row.id,
  partnerId: row.partnerId,
  createdAt: new Date(Math.round(row.created)),
  name: row.name,
  tradeName: row.tradeName,
  financialEmail: row.financialEmail,
  cnpj: row.cnpj,
  cpf: row.cpf,
  activeEmployees: row.activeEmployees,
  subscriptionEmployees: row.subscriptionEmployees,
  subscriptionFaceIds: row.subscriptionFaceIds,
  administrator: {
    fullName: row.fullName,
    email: row.email,
    mobilePhone: row.mobilePhone,
    isActivated: row.isAdministratorActivated,
  },
  subscriptionStatus: row.subscriptionStatus,
  apiTokenStatus: row.isTokenRevoked ? 'revoked' : 'active',
})
