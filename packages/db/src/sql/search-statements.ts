import { LIMITS, type SearchOrder } from '@partner-accounts/core'
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely'
import { contracted } from './account-statements.ts'
import { accountsWithParties, rowOfAccount } from './account-joins.ts'
import type { DB, SubscriptionStatus } from './generated/schema.ts'
import { type Given, queries, Statement } from './statement.ts'

/** The filters of a search, as values for every account that has none. */
export interface FilterValues {
  partnerId: string
  subscriptionStatuses: readonly SubscriptionStatus[]
  administratorActivated: readonly boolean[]
  /** Milliseconds since 1970. */
  createdFrom: number
  createdBefore: number
}

interface PageValues {
  offset: number
  pageSize: number
}

/** An account that passes the filters. */
interface Seen {
  partner_id: string
  number: number
  created_at: Date
  terms: string
}

/** The accounts of a page, in the order of `position`. */
interface Position {
  partner_id: string
  number: number
  position: number
}

type Entry = DB['account_search']

const time = (milliseconds: Given<{ value: number }>['value']) =>
  sql<Date>`to_timestamp(${milliseconds}::float8 / 1000)`
const KEY = ['partner_id', 'number', 'created_at', 'terms'] as const

/** The expression of the index of words. A word of a query begins a word: its pattern is `% word%`. */
const SPACED_TERMS = sql<string>`' ' || terms`

/** Requires every word. */
const hasWords = (patterns: Given<{ value: readonly string[] }>['value']) =>
  sql<boolean>`${SPACED_TERMS} LIKE ALL(${patterns}::text[])`

/**
 * The first accounts that pass the filters, in the order of creation. The index begins with the columns of the filters,
 * so each combination of their values is a range of it: rare values cost no more than frequent ones.
 */
function window(
  creator: QueryCreator<DB>,
  given: Given<FilterValues>,
  direction: 'asc' | 'desc',
  after?: Given<{ createdAt: number; number: number }>,
) {
  const limit = LIMITS.search.window
  return creator
    .selectFrom(
      sql<{ value: SubscriptionStatus }>`unnest(${given.subscriptionStatuses}::subscription_status[])`.as<'status'>(
        sql`status(value)`,
      ),
    )
    .innerJoin(
      sql<{ value: boolean }>`unnest(${given.administratorActivated}::boolean[])`.as<'activated'>(
        sql`activated(value)`,
      ),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('account_search')
          .select(KEY)
          .where('partner_id', '=', given.partnerId)
          .whereRef('subscription_status', '=', 'status.value')
          .whereRef('administrator_activated', '=', 'activated.value')
          .where('created_at', '>=', time(given.createdFrom))
          .where('created_at', '<', time(given.createdBefore))
          .$if(after !== undefined, (entries) =>
            entries.where(sql<boolean>`(created_at, number) < (${time(after!.createdAt)}, ${after!.number}::int)`),
          )
          .orderBy('created_at', direction)
          .orderBy('number', direction)
          .limit(limit)
          .as('entry'),
      (join) => join.onTrue(),
    )
    .select(['entry.partner_id', 'entry.number', 'entry.created_at', 'entry.terms'])
    .orderBy('entry.created_at', direction)
    .orderBy('entry.number', direction)
    .limit(limit)
}

const POSITIONS: Record<SearchOrder, string> = {
  newest: 'created_at DESC, number DESC',
  oldest: 'created_at, number',
  // The terms begin with the legal name, without accents.
  name: 'terms COLLATE "C", number',
}

const position = (order: string) => sql<number>`row_number() OVER (ORDER BY ${sql.raw(order)})`.as('position')

/**
 * Selects everything about the accounts of `page`. Without any, there is one row, with the columns of `summary`.
 *
 * @param partnerId the partner of all accounts of the page
 */
const withDetails = <Tables extends DB & { page: Position; summary: object }>(
  creator: QueryCreator<Tables>,
  partnerId: Given<{ value: string }>['value'],
) =>
  (creator as unknown as QueryCreator<DB & { page: Position; summary: { total: number } }>)
    .selectFrom('summary')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoinLateral(rowOfAccount('accounts', partnerId, 'page.number').as('a'), (join) => join.onTrue())
    .leftJoinLateral(rowOfAccount('employers', partnerId, 'page.number').as('e'), (join) => join.onTrue())
    .leftJoinLateral(rowOfAccount('account_search', partnerId, 'page.number').as('k'), (join) => join.onTrue())
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('administrators')
          .selectAll()
          .where('partner_id', '=', partnerId)
          .whereRef('account_id', '=', 'a.id')
          .limit(1)
          .as('d'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => contracted(eb, partnerId),
      (join) => join.onTrue(),
    )
    .select(createdAt)
    .select([
      'a.id',
      'a.partner_id',
      'a.number',
      'a.active_employees',
      'e.name',
      'e.trade_name',
      'e.cpf',
      'e.cnpj',
      'e.financial_email',
      'd.full_name',
      'd.email',
      'k.subscription_status',
      'k.administrator_activated',
      's.subscription_employees',
      's.subscription_face_ids',
      'summary.total',
    ])
    .select(sql<boolean>`a.api_token_hash IS NULL`.as('is_token_revoked'))
    .orderBy('page.position')

/** A page of `hits`, with their number. */
const pageOf = <Tables extends DB & { hits: Seen }>(
  creator: QueryCreator<Tables>,
  order: string,
  { offset, pageSize }: Given<PageValues>,
) =>
  (creator as unknown as QueryCreator<DB & { hits: Seen }>).with('page', (db) =>
    db
      .selectFrom('hits')
      .select(['partner_id', 'number', position(order)])
      .orderBy('position')
      .limit(sql<number>`${pageSize}::int`)
      .offset(sql<number>`${offset}::int`),
  )

/** Milliseconds since 1970, because `pg` and Prisma return a number alike. */
const createdAt = sql<number>`date_part('epoch', a.created_at) * 1000`.as('created')

const count = (table: 'hits' | 'seen') => sql<number>`(SELECT count(*)::int FROM ${sql.table(table)})`

type RecentValues = FilterValues & PageValues & { patterns: readonly string[] }

/** A page of the matches among the accounts of the window. `seen` is the number of accounts in it. */
const recent = (order: SearchOrder) =>
  new Statement(`account_search_recent_${order}`, (given: Given<RecentValues>) => {
    const hits = queries
      .with('seen', (db) => window(db, given, order === 'oldest' ? 'asc' : 'desc'))
      .with('hits', (db) => db.selectFrom('seen').select(KEY).where(hasWords(given.patterns)))
    return withDetails(
      pageOf(hits, POSITIONS[order], given).with('summary', (db) =>
        db.selectNoFrom([count('hits').as('total'), count('seen').as('seen')]),
      ),
      given.partnerId,
    ).select(sql<number>`summary.seen`.as('seen'))
  })

export const RECENT = { newest: recent('newest'), oldest: recent('oldest'), name: recent('name') }

/** Returns the accounts of the window that have similar words, the most similar first. Finds no more than a page. */
export const SIMILAR = new Statement('account_search_similar', (given: Given<FilterValues & SimilarValues>) => {
  const hits = queries
    .with('seen', (db) => window(db, given, 'desc'))
    .with('hits', (db) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('seen')
            .selectAll()
            .select(sql<number>`word_similarity(${given.words}, terms)`.as('similarity'))
            .as('compared'),
        )
        .selectAll()
        .where('similarity', '>=', sql<number>`${given.minSimilarity}::float4`)
        .orderBy('similarity', 'desc')
        .orderBy('created_at', 'desc')
        .limit(LIMITS.page.defaultSize),
    )
  return withDetails(
    pageOf(hits, 'similarity DESC, created_at DESC, number DESC', given).with('summary', (db) =>
      db.selectNoFrom([count('hits').as('total')]),
    ),
    given.partnerId,
  )
})

interface SimilarValues extends PageValues {
  words: string
  minSimilarity: number
}

/** The patterns by position: `word0`, `word1` … */
type WordValues = Record<`word${number}`, string>

/** The condition of one filter, on the entry itself. */
const passesFilters = (
  eb: ExpressionBuilder<{ account_search: Entry }, 'account_search'>,
  given: Given<FilterValues>,
) =>
  eb.and([
    sql<boolean>`subscription_status = ANY(${given.subscriptionStatuses}::subscription_status[])`,
    sql<boolean>`administrator_activated = ANY(${given.administratorActivated}::boolean[])`,
    eb('created_at', '>=', time(given.createdFrom)),
    eb('created_at', '<', time(given.createdBefore)),
  ])

type EverywhereValues = FilterValues & PageValues & WordValues

/**
 * A page of the matches among all accounts: of one partner, or of all partners. The index of words combines the partner
 * and every word, so its cost depends on the number of accounts that have all of them.
 */
const matches = (order: SearchOrder, words: number, isScoped: boolean, given: Given<EverywhereValues>) => {
  const hits = queries.with('hits', (db) =>
    db
      .selectFrom('account_search')
      .select(KEY)
      .$if(isScoped, (entries) => entries.where('partner_id', '=', given.partnerId))
      .where((eb) => passesFilters(eb, given))
      .where((eb) =>
        eb.and(
          Array.from({ length: words }, (_, index) => sql<boolean>`${SPACED_TERMS} LIKE ${given[`word${index}`]}`),
        ),
      )
      // For one partner, a limit would make the planner read its accounts until it has as many matches.
      .$if(!isScoped, (entries) => entries.limit(LIMITS.search.window)),
  )
  return pageOf(hits, POSITIONS[order], given).with('summary', (db) => db.selectNoFrom([count('hits').as('total')]))
}

/** Builds each statement once. */
const builtOnce = <T>(build: (order: SearchOrder, words: number) => T) => {
  const built = new Map<string, T>()
  return (order: SearchOrder, words: number): T => {
    const key = `${order} ${words}`
    const statement = built.get(key) ?? build(order, words)
    built.set(key, statement)
    return statement
  }
}

/** Returns the statement that searches all accounts of a partner for a number of words. */
export const searchEverywhere = builtOnce(
  (order, words) =>
    new Statement(`account_search_all_${order}_${words}`, (given: Given<EverywhereValues>) =>
      withDetails(matches(order, words, true, given), given.partnerId),
    ),
)

/** Returns the statement that finds the accounts of all partners, without their details. Without any, it has one row. */
export const searchPartners = builtOnce(
  (order, words) =>
    new Statement(`account_search_partners_${order}_${words}`, (given: Given<EverywhereValues>) =>
      matches(order, words, false, given)
        .selectFrom('summary')
        .leftJoin('page', (join) => join.onTrue())
        .select(['page.partner_id', 'page.number', 'summary.total'])
        .orderBy('page.position'),
    ),
)

/** The accounts of a partner with these numbers. */
export const DETAILS = new Statement(
  'account_search_details',
  ({ partnerId, numbers }: Given<{ partnerId: string; numbers: readonly number[] }>) =>
    withDetails(
      queries
        .with('summary', (db) => db.selectNoFrom(sql<number>`0`.as('total')))
        .with('page', (db) =>
          db
            .selectFrom(sql<{ number: number }>`unnest(${numbers}::int[])`.as<'given'>(sql`given (number)`))
            .select([partnerId.as('partner_id'), 'given.number', 'given.number as position']),
        ),
      partnerId,
    ),
)

type DenseValues = { partnerId: string; first: number; last: number }

/** A page without filters. Numbers are dense, so it is a range of them, as in `PAGE`: `first` to `last` from the newest. */
const dense = (order: 'newest' | 'oldest') =>
  new Statement(`account_search_page_${order}`, ({ partnerId, first, last }: Given<DenseValues>) => {
    const number = (value: Given<DenseValues>['first']) =>
      order === 'newest' ? sql<number>`p.account_count + 1 - ${value}::bigint` : sql<number>`${value}::bigint`
    return withDetails(
      queries
        .with('summary', (db) => db.selectFrom('partners').select('account_count as total').where('id', '=', partnerId))
        .with('page', (db) =>
          db
            .selectFrom('partners as p')
            .innerJoin('account_search as entry', 'entry.partner_id', 'p.id')
            .select(['entry.partner_id', 'entry.number'])
            .select(sql<number>`${sql.raw(order === 'newest' ? '-' : '')}entry.number`.as('position'))
            .where('p.id', '=', partnerId)
            .where('entry.number', order === 'newest' ? '<=' : '>=', number(first))
            .where('entry.number', order === 'newest' ? '>=' : '<=', number(last))
            .limit(LIMITS.page.maxSize),
        ),
      partnerId,
    )
  })

export const DENSE = { newest: dense('newest'), oldest: dense('oldest') }

type ExportValues = FilterValues & { patterns: readonly string[]; createdAt: number; number: number }

/** The next part of an export. `seen` is the number of accounts in the window, `seen_*` its oldest account. */
export const EXPORT = new Statement('account_export', (given: Given<ExportValues>) =>
  withDetails(
    queries
      .with('seen', (db) => window(db, given, 'desc', given))
      .with('page', (db) =>
        db
          .selectFrom('seen')
          .select(['partner_id', 'number', position(POSITIONS.newest)])
          .where(hasWords(given.patterns))
          .orderBy('position')
          .limit(LIMITS.search.exportPart),
      )
      .with('summary', (db) =>
        db.selectNoFrom([
          count('seen').as('total'),
          sql<number>`(SELECT date_part('epoch', created_at) * 1000 FROM seen ORDER BY created_at, number LIMIT 1)`.as(
            'seen_created',
          ),
          sql<number>`(SELECT number FROM seen ORDER BY created_at, number LIMIT 1)`.as('seen_number'),
        ]),
      ),
    given.partnerId,
  ).select([
    sql<number | null>`summary.seen_created`.as('seen_created'),
    sql<number | null>`summary.seen_number`.as('seen_number'),
  ]),
)

interface CandidateValues {
  partnerId: string
  cnpjs: readonly string[]
  cpfs: readonly string[]
  accountIds: readonly string[]
}

/** The partner's accounts whose administrators have one of the e-mails. */
export const WITH_EMAILS = new Statement(
  'account_with_emails',
  ({ partnerId, emails }: Given<{ partnerId: string; emails: readonly string[] }>) =>
    queries
      .selectFrom('administrator_emails')
      .select('account_id')
      .where(sql<boolean>`email_key = ANY(${emails}::text[])`)
      .where('partner_id', '=', partnerId),
)

/** The partner's accounts that have one of the documents, and those with one of the ids. */
export const EXISTING = new Statement(
  'account_existing',
  ({ partnerId, cnpjs, cpfs, accountIds }: Given<CandidateValues>) => {
    const employers = queries.selectFrom('employers').select('number').where('partner_id', '=', partnerId)
    const accounts = queries.selectFrom('accounts').select('number').where('partner_id', '=', partnerId)
    const found = employers
      .where(sql<boolean>`cnpj = ANY(${cnpjs}::text[])`)
      .union(employers.where(sql<boolean>`cpf = ANY(${cpfs}::text[])`))
      .union(accounts.where(sql<boolean>`id = ANY(${accountIds}::text[])`))
    return accountsWithParties
      .innerJoin(found.as('found'), 'found.number', 'a.number')
      .select(['a.id', 'e.name', 'e.cnpj', 'e.cpf', 'd.email'])
      .where('a.partner_id', '=', partnerId)
      .orderBy('a.number', 'desc')
  },
)

/** Accounts since an id that searches do not find, because an earlier version of the code created them. */
export const MISSING = new Statement('account_search_missing', ({ since }: Given<{ since: string }>) =>
  accountsWithParties
    .leftJoin('account_search as k', (join) =>
      join.onRef('k.partner_id', '=', 'a.partner_id').onRef('k.number', '=', 'a.number'),
    )
    .select(['a.id', 'e.name', 'e.trade_name', 'e.cpf', 'e.cnpj', 'd.email'])
    .where('a.id', '>=', since)
    .where('k.number', 'is', null)
    .orderBy('a.id')
    .limit(LIMITS.search.exportPart),
)

/** Makes searches find an account. */
export const ADD_MISSING = new Statement('account_search_add', ({ id, terms }: Given<{ id: string; terms: string }>) =>
  queries
    .insertInto('account_search')
    .columns(['partner_id', 'number', 'created_at', 'subscription_status', 'administrator_activated', 'terms'])
    .expression(
      accountsWithParties
        .innerJoin('subscriptions as s', (join) =>
          join.onRef('s.partner_id', '=', 'a.partner_id').onRef('s.account_id', '=', 'a.id'),
        )
        .select(['a.partner_id', 'a.number', 'a.created_at', 's.status'])
        .select([sql<boolean>`d.password_hash IS NOT NULL`.as('activated'), terms.as('terms')])
        .where('a.id', '=', id)
        .orderBy('s.id', 'desc')
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing()),
)
