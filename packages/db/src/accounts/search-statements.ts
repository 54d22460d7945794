import { LIMITS, type SearchOrder } from '@partner-accounts/core'
import { sql } from 'kysely'
import { count, pageOf, type PageValues, position, POSITIONS, withDetails } from './search-details.ts'
import { ENTRY_COLUMNS, type FilterValues, hasWord, hasWords, passesFilters, windowOf } from './search-filters.ts'
import { type Given, onTrue, queries, Statement } from '../sql/statement.ts'

type RecentValues = FilterValues & PageValues & { patterns: readonly string[] }

/** `seen` counts the window's accounts. */
const recent = (order: SearchOrder) =>
  new Statement(`account_search_recent_${order}`, (given: Given<RecentValues>) => {
    const hits = queries
      .with('seen', (db) => windowOf(db, given, order === 'oldest' ? 'asc' : 'desc'))
      .with('hits', (db) => db.selectFrom('seen').select(ENTRY_COLUMNS).where(hasWords(given.patterns)))
    return withDetails(pageOf(hits, POSITIONS[order], given, count('seen').as('seen')), given.partnerId).select(
      sql<number>`summary.seen`.as('seen'),
    )
  })

export const RECENT = { newest: recent('newest'), oldest: recent('oldest'), name: recent('name') }

type WordValues = FilterValues & { similar: readonly string[] }

/** Returns the words that match a pattern of the window's most recent accounts with such words, the most frequent first. */
export const WORDS = new Statement('account_search_words', (given: Given<WordValues>) =>
  queries
    .with('seen', (db) => windowOf(db, given, 'desc'))
    .with('hits', (db) =>
      db
        .selectFrom('seen')
        .select('terms')
        .where(sql<boolean>`' ' || terms || ' ' LIKE ANY(${given.similar}::text[])`)
        .limit(LIMITS.search.similarAccounts),
    )
    .selectFrom('hits')
    .innerJoinLateral(sql<{ word: string }>`string_to_table(terms, ' ')`.as<'words'>(sql`words(word)`), onTrue)
    .select((eb) => ['word', sql<number>`${eb.fn.countAll()}::int`.as('accounts')])
    .where(sql<boolean>`' ' || word || ' ' LIKE ANY(${given.similar}::text[])`)
    .groupBy('word'),
)

type EverywhereValues = FilterValues & PageValues & Record<`word${number}`, string>

/** The index combines the partner and every word, so the cost depends on the number of accounts with all of them. */
const matches = (order: SearchOrder, words: number, isScoped: boolean, given: Given<EverywhereValues>) => {
  const hits = queries.with('hits', (db) =>
    db
      .selectFrom('accounts')
      .select(ENTRY_COLUMNS)
      .$if(isScoped, (entries) => entries.where('partner_id', '=', given.partnerId))
      .where((eb) => passesFilters(eb, given))
      .where((eb) => eb.and(Array.from({ length: words }, (_, index) => hasWord(given[`word${index}`]!))))
      // For one partner, a limit would make the planner read its accounts until it has as many matches.
      .$if(!isScoped, (entries) => entries.limit(LIMITS.search.window)),
  )
  return pageOf(hits, POSITIONS[order], given)
}

const builtOnce = <T>(build: (order: SearchOrder, words: number) => T) => {
  const built = new Map<string, T>()
  return (order: SearchOrder, words: number): T => {
    const key = `${order} ${words}`
    const statement = built.get(key) ?? build(order, words)
    built.set(key, statement)
    return statement
  }
}

export const searchEverywhere = builtOnce(
  (order, words) =>
    new Statement(`account_search_all_${order}_${words}`, (given: Given<EverywhereValues>) =>
      withDetails(matches(order, words, true, given), given.partnerId),
    ),
)

/** Has one row if nothing matches. */
export const searchPartners = builtOnce(
  (order, words) =>
    new Statement(`account_search_partners_${order}_${words}`, (given: Given<EverywhereValues>) =>
      matches(order, words, false, given)
        .selectFrom('summary')
        .leftJoin('page', onTrue)
        .select(['page.partner_id', 'page.number', 'summary.total'])
        .orderBy('page.position'),
    ),
)

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

/** A page without filters: dense numbers, as in `PAGE`, `first` to `last` from the newest. */
const dense = (order: 'newest' | 'oldest') =>
  new Statement(`account_search_page_${order}`, ({ partnerId, first, last }: Given<DenseValues>) => {
    const isNewest = order === 'newest'
    const number = (value: typeof first) =>
      isNewest
        ? sql<number>`p.account_count + 1 - ${value}::bigint`
        : sql<number>`p.deleted_accounts + ${value}::bigint`
    return withDetails(
      queries
        .with('summary', (db) =>
          db
            .selectFrom('partners')
            .select(sql<number>`account_count - deleted_accounts`.as('total'))
            .where('id', '=', partnerId),
        )
        .with('page', (db) =>
          db
            .selectFrom('partners as p')
            .innerJoin('accounts as entry', 'entry.partner_id', 'p.id')
            .select(['entry.partner_id', 'entry.number'])
            .select(sql<number>`${sql.raw(isNewest ? '-' : '')}entry.number`.as('position'))
            .where('p.id', '=', partnerId)
            .where('entry.number', isNewest ? '<=' : '>=', number(first))
            .where('entry.number', isNewest ? '>=' : '<=', number(last))
            .limit(LIMITS.page.maxSize),
        ),
      partnerId,
    )
  })

export const DENSE = { newest: dense('newest'), oldest: dense('oldest') }

type ExportValues = FilterValues & { patterns: readonly string[]; createdAt: number; number: number }

/** Returns the next part of an export. `seen` counts the window's accounts, `seen_*` is its oldest. */
export const EXPORT = new Statement('account_export', (given: Given<ExportValues>) =>
  withDetails(
    queries
      .with('seen', (db) => windowOf(db, given, 'desc', given))
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
