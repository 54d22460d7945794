import { type CreationOutcome, DomainError, type IdempotentCreation, isSameRequest } from '@partner-accounts/core'
import { KeyedSemaphore } from '../driver/keyed-semaphore.ts'
import type { RunStatement } from '../sql/run.ts'
import type { CouponCheck } from './coupon.ts'
import { INSERT_ONCE, INSERT_ONCE_WITHOUT_COUPON } from './insert-once.ts'
import { INSERT, INSERT_WITHOUT_COUPON } from './insert.ts'
import type { AccountValues } from './values.ts'

/** Creations take milliseconds, so a retry finds it finished. */
const RETRY_AFTER_SECONDS = 1

/** One holds the row lock and one waits for it, so the lock never idles. */
const CONCURRENT_CREATIONS = 2

/**
 * Limits a partner's concurrent creations, which would only wait for each other's locks. Rejects retries of queued or
 * running creations: they take no slots and no connections.
 */
export class CreationQueue {
  readonly #timeoutMs: number
  readonly #slots: KeyedSemaphore
  readonly #keys = new Set<string>()

  /** @param timeoutMs for slot and connection together */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#slots = new KeyedSemaphore(CONCURRENT_CREATIONS, timeoutMs)
  }

  /**
   * Returns the deadline for a connection, and `leave`.
   * @throws `idempotent-request-in-flight`, or `storage-unavailable` if no slot becomes free in time
   */
  async enter(partnerId: string, creation: IdempotentCreation | undefined) {
    const startBy = performance.now() + this.#timeoutMs
    const key = creation && Buffer.from(creation.lookups[0]).toString('base64')
    if (key === undefined) return { startBy, leave: await this.#slots.acquire(partnerId) }
    if (this.#keys.has(key)) throw inFlight()
    this.#keys.add(key)
    try {
      const release = await this.#slots.acquire(partnerId)
      const leave = () => {
        this.#keys.delete(key)
        release()
      }
      return { startBy, leave }
    } catch (error) {
      this.#keys.delete(key)
      throw error
    }
  }
}

export interface InsertOptions {
  creation: IdempotentCreation | undefined
  hasCoupon: CouponCheck
  /** None inside a transaction. */
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
    const redeems = await hasCoupon(values.partnerId)
    if (creation) return await insertOnce(run, values, creation, redeems, slot?.startBy)
    const rows = await run(redeems ? INSERT : INSERT_WITHOUT_COUPON, values, slot?.startBy)
    if (rows.length === 0) throw new Error(`there is no partner ${values.partnerId}`)
    return { kind: 'created' }
  } finally {
    slot?.leave()
  }
}

/** Also stores the response. */
async function insertOnce(
  run: RunStatement,
  account: AccountValues,
  creation: IdempotentCreation,
  redeems: boolean,
  startBy: number | undefined,
): Promise<CreationOutcome> {
  const { lookups, fingerprints, sealedResponse, ttlSeconds } = creation
  // A copy takes V8 17 µs more.
  const values = Object.assign(account, {
    locks: lookups.map((lookup) => Buffer.from(lookup).readBigInt64BE().toString()).toSorted(),
    lookup: lookups[0],
    lookups: lookups.map((lookup) => Buffer.from(lookup)),
    fingerprint: fingerprints[0],
    sealedResponse,
    ttlSeconds,
  })
  const insert = () => run(redeems ? INSERT_ONCE : INSERT_ONCE_WITHOUT_COUPON, values, startBy)
  // Instances with different sealing keys store different lookups. A response committed after this snapshot conflicts
  // on the e-mail, and a second statement finds it.
  const [row] = await (lookups.length > 1 ? insert().catch(ifEmailIsTaken(insert)) : insert())
  if (row && row.number !== null) return { kind: 'created' }
  if (!row?.fingerprint || !row.sealed_response) throw inFlight()
  if (!isSameRequest(creation, row.fingerprint)) throw new DomainError('idempotency-key-reused')
  return { kind: 'replayed', sealedResponse: row.sealed_response }
}

const inFlight = () => new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })

const ifEmailIsTaken =
  <T>(retry: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof DomainError && error.kind === 'administrator-email-taken') return retry()
    throw error
  }
