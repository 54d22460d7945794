import { type Expression, sql } from 'kysely'
import { inSeconds, now } from '../sql/clock.ts'
import { insertRow } from '../sql/insert-row.ts'
import { type AccountValues, withAccount } from './insert.ts'
import { type Given, onTrue, queries, Statement } from '../sql/statement.ts'

/** A creation under an idempotency key. */
interface OnceValues extends AccountValues {
  /** 64-bit numbers, in decimal: one for each lookup. */
  locks: string[]
  /** The lookup to store. */
  lookup: Uint8Array
  /** The lookups under which an earlier response may be stored. */
  lookups: Uint8Array[]
  fingerprint: Uint8Array
  sealedResponse: Uint8Array
  /** Measured by the database's clock. */
  ttlSeconds: number
}

type Lookups = Given<OnceValues>['lookups']

const isOneOf = (lookups: Lookups) => sql<boolean>`lookup = any(${lookups}::bytea[])`

/** The unexpired response under one of the lookups. */
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
      // Makes the deletion run before the insertion.
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
 * Stores an account once for a caller's idempotency key, and stores the response. Its row has a number if the account was
 * created, else the stored response of an earlier creation; with neither, another creation under the key is in progress.
 *
 * The holder of the key's lock cannot meet an uncommitted response, so nothing waits for the unique index of the keys.
 * A response that was committed after this statement's snapshot hits that index (ON CONFLICT) and stays invisible: that
 * creation was still in progress when this one began.
 */
export const INSERT_ONCE = insertOnce('account_insert_once', true)

/** Does the same for a partner without a coupon. */
export const INSERT_ONCE_WITHOUT_COUPON = insertOnce('account_insert_once_without_coupon', false)
