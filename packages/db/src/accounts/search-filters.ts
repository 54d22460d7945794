import { LIMITS, type SubscriptionStatus } from '@partner-accounts/core'
import { type Expression, type ExpressionBuilder, type QueryCreator, sql } from 'kysely'
import type { DB } from '../sql/generated/schema.ts'
import { type Given, onTrue } from '../sql/statement.ts'

export interface FilterValues {
  partnerId: string
  subscriptionStatuses: readonly SubscriptionStatus[]
  administratorActivated: readonly boolean[]
  /** Milliseconds since 1970. */
  createdFrom: number
  createdBefore: number
}

export const ENTRY_COLUMNS = ['partner_id', 'number', 'created_at', 'terms'] as const

const time = (milliseconds: Expression<number>) => sql<Date>`to_timestamp(${milliseconds}::float8 / 1000)`

/** As in the index, whose patterns are `% word%`. */
const SPACED_TERMS = sql<string>`' ' || terms`

export const hasWord = (pattern: Expression<string>) => sql<boolean>`${SPACED_TERMS} LIKE ${pattern}`

export const hasWords = (patterns: Expression<readonly string[]>) =>
  sql<boolean>`${SPACED_TERMS} LIKE ALL(${patterns}::text[])`

export const passesFilters = (eb: ExpressionBuilder<DB, 'accounts'>, given: Given<Omit<FilterValues, 'partnerId'>>) =>
  eb.and([
    sql<boolean>`subscription_status = ANY(${given.subscriptionStatuses}::text[])`,
    sql<boolean>`administrator_activated = ANY(${given.administratorActivated}::boolean[])`,
    eb('created_at', '>=', time(given.createdFrom)),
    eb('created_at', '<', time(given.createdBefore)),
  ])

/**
 * Selects the first matches in order of creation. The index begins with the filters' columns, so rare values cost no
 * more than frequent ones.
 * @param after the previous part's last account
 */
export const windowOf = (
  db: QueryCreator<DB>,
  given: Given<FilterValues>,
  direction: 'asc' | 'desc',
  after?: Given<{ createdAt: number; number: number }>,
) =>
  db
    .selectFrom(
      sql<{ value: SubscriptionStatus }>`unnest(${given.subscriptionStatuses}::text[])`.as<'status'>(
        sql`status(value)`,
      ),
    )
    .innerJoin(
      sql<{ value: boolean }>`unnest(${given.administratorActivated}::boolean[])`.as<'activated'>(
        sql`activated(value)`,
      ),
      onTrue,
    )
    .innerJoinLateral((eb) => {
      const entries = eb
        .selectFrom('accounts')
        .select(ENTRY_COLUMNS)
        .where('partner_id', '=', given.partnerId)
        .whereRef('subscription_status', '=', 'status.value')
        .whereRef('administrator_activated', '=', 'activated.value')
        .where('created_at', '>=', time(given.createdFrom))
        .where('created_at', '<', time(given.createdBefore))
      const isAfter = after && sql<boolean>`(created_at, number) < (${time(after.createdAt)}, ${after.number}::int)`
      return (isAfter ? entries.where(isAfter) : entries)
        .orderBy('created_at', direction)
        .orderBy('number', direction)
        .limit(LIMITS.search.window)
        .as('entry')
    }, onTrue)
    .select(['entry.partner_id', 'entry.number', 'entry.created_at', 'entry.terms'])
    .orderBy('entry.created_at', direction)
    .orderBy('entry.number', direction)
    .limit(LIMITS.search.window)
