import { type Expression, sql } from 'kysely'
import { inSeconds, now } from '../sql/clock.ts'
import { insertRow } from '../sql/insert-row.ts'
import { withAccount } from './insert.ts'
import type { AccountValues } from './values.ts'
import { type Given, onTrue, queries, Statement } from '../sql/statement.ts'

interface OnceValues extends AccountValues {
  /** 64-bit decimals, one per lookup. */
  locks: string[]
  lookup: Uint8Array
  lookups: Uint8Array[]
  fingerprint: Uint8Array
  sealedResponse: Uint8Array
  ttlSeconds: number
}

type Lookups = Given<OnceValues>['lookups']

const isOneOf = (lookups: Lookups) => sql<boolean>`lookup = any(${lookups}::bytea[])`

const earlierResponse = (partnerId: Expression<string>, lookups: Lookups) =>
  queries
    .selectFrom('idempotent_creations')
    .select(['fingerprint', 'sealed_response'])
    .where('partner_id', '=', partnerId)
    .where(isOneOf(lookups))
    .where('expires_at', '>', now)

const deleteExpired = (partnerId: Expression<string>, lookups: Lookups) =>
  queries
    .deleteFrom('idempotent_creations')
    .where('partner_id', '=', partnerId)
    .where(isOneOf(lookups))
    .where('expires_at', '<=', now)

const insertOnce = (name: string, redeems: boolean) =>
  new Statement(name, (given: Given<OnceValues>) => {
    const { partnerId, lookups } = given
    const earlier = earlierResponse(partnerId, lookups)
    const isPermitted = queries
      .selectNoFrom([])
      .where(({ not, exists }) => not(exists(earlier)))
      // Runs the deletion before the insertion.
      .where(sql<boolean>`(SELECT count(*) FROM replaced) >= 0`)
      .where(
        sql<boolean>`(SELECT bool_and(pg_try_advisory_xact_lock(key)) FROM unnest(${given.locks}::bigint[]) AS key)`,
      )
    const guarded = queries
      .with('replaced', () => deleteExpired(partnerId, lookups).returning('lookup'))
      .with('permit', (db) =>
        insertRow(db.insertInto('idempotent_creations'), isPermitted, () => ({
          partner_id: partnerId,
          lookup: sql<Uint8Array>`${given.lookup}::bytea`,
          fingerprint: given.fingerprint,
          sealed_response: given.sealedResponse,
          account_id: given.accountId,
          expires_at: inSeconds(given.ttlSeconds),
        }))
          .onConflict((conflict) => conflict.doNothing())
          .returning(sql<number>`1`.as('permitted')),
      )
    return withAccount(guarded, given, redeems)
      .selectFrom(sql<{ one: number }>`(VALUES (1))`.as<'one_row'>(sql`one_row`))
      .leftJoin('partner', onTrue)
      .leftJoin(earlier.as('earlier'), onTrue)
      .select(['partner.number', 'earlier.fingerprint', 'earlier.sealed_response'])
  })

/**
 * Stores an account and the response, once per key. Returns a number if the account was created, else an earlier
 * response; with neither, the key's creation is in flight. The holder of the key's lock meets no uncommitted response,
 * so nothing waits for the unique index. A response committed after this snapshot hits that index (ON CONFLICT) and
 * stays invisible.
 */
export const INSERT_ONCE = insertOnce('account_insert_once', true)

export const INSERT_ONCE_WITHOUT_COUPON = insertOnce('account_insert_once_without_coupon', false)
