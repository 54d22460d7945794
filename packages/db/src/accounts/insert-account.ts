import { type CreationOutcome, DomainError, type IdempotentCreation, isSameRequest } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import type { CouponCheck } from './coupon-check.ts'
import { type CreationQueue, inFlight } from './creation-queue.ts'
import { INSERT, INSERT_ONCE } from './insert-statements.ts'
import type { AccountValues } from './values.ts'

export interface InsertOptions {
  creation: IdempotentCreation | undefined
  hasCoupon: CouponCheck
  /** `undefined` inside a transaction. */
  queue: CreationQueue | undefined
}

/**
 * Stores an account with its related rows and audit entries, or nothing.
 * @throws `idempotency-key-reused`, `idempotent-request-in-flight`
 */
export async function insertAccount(
  run: RunStatement,
  values: AccountValues,
  { creation, hasCoupon, queue }: InsertOptions,
): Promise<CreationOutcome> {
  const slot = await queue?.enter(values.partnerId, creation)
  try {
    const redeemsCoupon = await hasCoupon(values.partnerId)
    const account = { ...values, redeemsCoupon }
    if (creation) return await insertOnce(run, account, creation, slot?.startBy)
    const rows = await run(INSERT, account, slot?.startBy)
    if (rows.length === 0) throw new Error(`there is no partner ${values.partnerId}`)
    return { kind: 'created' }
  } finally {
    slot?.leave()
  }
}

/** Stores the account and the response under the idempotency key, or returns the response stored before. */
async function insertOnce(
  run: RunStatement,
  account: AccountValues & { redeemsCoupon: boolean },
  creation: IdempotentCreation,
  startBy: number | undefined,
): Promise<CreationOutcome> {
  const { lookups, fingerprints, sealedResponse, ttlSeconds } = creation
  const values = {
    ...account,
    locks: lookups.map((lookup) => Buffer.from(lookup).readBigInt64BE().toString()).toSorted(),
    lookup: lookups[0],
    lookups: lookups.map((lookup) => Buffer.from(lookup)),
    fingerprint: fingerprints[0],
    sealedResponse,
    ttlSeconds,
  }
  const insert = () => run(INSERT_ONCE, values, startBy)
  const [row] = await insert().catch((error: unknown) => {
    // While sealing keys are rotated, an idempotency key has several lookups. Two instances may store it under different
    // lookups, which do not conflict. If the other instance commits while this statement runs, only the e-mail conflicts.
    // The second statement then finds the stored response.
    if (lookups.length > 1 && isEmailTaken(error)) return insert()
    throw error
  })
  if (row && row.number !== null) return { kind: 'created' }
  // Without a stored response, another request with this key is in flight.
  if (!row?.fingerprint || !row.sealedResponse) throw inFlight()
  if (!isSameRequest(creation, row.fingerprint)) throw new DomainError('idempotency-key-reused')
  return { kind: 'replayed', sealedResponse: row.sealedResponse }
}

const isEmailTaken = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'administrator-email-taken'
