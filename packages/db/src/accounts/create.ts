import { type CreationOutcome, DomainError, type IdempotentCreation, isSameRequest } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { INSERT_ONCE, INSERT_ONCE_WITHOUT_COUPON } from './insert-once.ts'
import { INSERT, INSERT_WITHOUT_COUPON } from './insert.ts'
import type { AccountValues } from './values.ts'

/** A creation takes milliseconds, so it has finished by the time the client retries. */
const RETRY_AFTER_SECONDS = 1

export interface InsertOptions {
  redeems: boolean
  startBy: number | undefined
}

export async function insertAccount(
  run: RunStatement,
  account: AccountValues,
  { redeems, startBy }: InsertOptions,
): Promise<CreationOutcome> {
  const rows = await run(redeems ? INSERT : INSERT_WITHOUT_COUPON, account, startBy)
  if (rows.length === 0) throw new Error(`there is no partner ${account.partnerId}`)
  return { kind: 'created' }
}

/**
 * Stores an account and the response under an idempotency key.
 * @throws `idempotency-key-reused`, `idempotent-request-in-flight`
 */
export async function insertAccountOnce(
  run: RunStatement,
  account: AccountValues,
  creation: IdempotentCreation,
  { redeems, startBy }: InsertOptions,
): Promise<CreationOutcome> {
  const { lookups, fingerprint, sealedResponse, ttlSeconds } = creation
  const values = {
    ...account,
    locks: lookups.map((lookup) => Buffer.from(lookup).readBigInt64BE().toString()).toSorted(),
    lookup: lookups[0],
    lookups: lookups.map((lookup) => Buffer.from(lookup)),
    fingerprint,
    sealedResponse,
    ttlSeconds,
  }
  const insert = () => run(redeems ? INSERT_ONCE : INSERT_ONCE_WITHOUT_COUPON, values, startBy)
  // Instances with different sealing keys store different lookups. A response committed after this snapshot then
  // conflicts on the e-mail, and a second statement finds it.
  const [row] = await (lookups.length > 1 ? insert().catch(ifEmailIsTaken(insert)) : insert())
  if (row && row.number !== null) return { kind: 'created' }
  if (!row?.fingerprint || !row.sealed_response) throw inFlight()
  if (!isSameRequest(creation, row.fingerprint)) throw new DomainError('idempotency-key-reused')
  return { kind: 'replayed', sealedResponse: row.sealed_response }
}

export const inFlight = () =>
  new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })

const ifEmailIsTaken =
  <T>(retry: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof DomainError && error.kind === 'administrator-email-taken') return retry()
    throw error
  }
