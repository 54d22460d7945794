import { type CreationOutcome, DomainError, type IdempotentCreation, isSameRequest } from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { type AccountValues, INSERT, INSERT_ONCE } from '../../sql/insert-statements.ts'

/** A creation takes milliseconds, so it has finished by the time the client retries. */
const RETRY_AFTER_SECONDS = 1
/** More than each creation adds, so that a backlog of expired responses is deleted in time. */
const MAX_DELETED_RESPONSES = 100

/** Stores an account with all that belongs to it and its audit entries, or nothing. */
export async function insertAccount(
  statements: Statements,
  account: AccountValues,
  startBy?: number,
): Promise<CreationOutcome> {
  const rows = await statements.run(INSERT, account, startBy)
  if (rows.length === 0) throw new Error(`there is no partner ${account.partnerId}`)
  return { kind: 'created' }
}

/**
 * Stores an account under a caller's idempotency key, together with the response.
 *
 * @throws DomainError `idempotency-key-reused`, `idempotent-request-in-flight`
 */
export async function insertAccountOnce(
  statements: Statements,
  account: AccountValues,
  creation: IdempotentCreation,
  startBy?: number,
): Promise<CreationOutcome> {
  const { lookup, fingerprint, sealedResponse, ttlSeconds } = creation
  const values = {
    ...account,
    lock: Buffer.from(lookup).readBigInt64BE().toString(),
    lookup,
    fingerprint,
    sealedResponse,
    ttlSeconds,
    maxDeleted: MAX_DELETED_RESPONSES,
  }
  const [row] = await statements.run(INSERT_ONCE, values, startBy)
  if (row && row.number !== null) return { kind: 'created' }
  if (!row?.fingerprint || !row.sealed_answer) {
    throw new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (!isSameRequest(creation, row.fingerprint)) throw new DomainError('idempotency-key-reused')
  return { kind: 'replayed', sealedResponse: row.sealed_answer }
}
