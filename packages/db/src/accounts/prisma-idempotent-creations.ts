import { DomainError, type IdempotentCreation, type IdempotentCreations } from '@partner-accounts/core'
import { bytes, type Client } from '../client.ts'
import { reachingStorage } from '../storage-errors.ts'

/** A creation takes milliseconds: whoever is told to wait finds it through. */
const RETRY_AFTER_SECONDS = 1
/** Cleared away with each new one, so that there are never many and no timer is needed. */
const CLEARED_AT_ONCE = 100

/** Answers of creations in PostgreSQL. A lock of the transaction holds the key: a killed process leaves nothing in flight. */
export class PrismaIdempotentCreations implements IdempotentCreations {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async find({ lookup, fingerprint }: IdempotentCreation): Promise<Uint8Array | undefined> {
    if (!(await reachingStorage(() => this.#tryLock(lookup)))) {
      throw new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    const where = { lookup: bytes(lookup), expiresAt: { gt: new Date() } }
    const earlier = await reachingStorage(() => this.#client.idempotentCreation.findFirst({ where }))
    if (!earlier) return undefined
    if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) throw new DomainError('idempotency-key-reused')
    return earlier.sealedAnswer
  }

  /** Takes the place of one that has expired, and clears some of those away. */
  async keep(creation: IdempotentCreation): Promise<void> {
    const lookup = bytes(creation.lookup)
    const answer = {
      fingerprint: bytes(creation.fingerprint),
      sealedAnswer: bytes(creation.sealedAnswer),
      expiresAt: creation.expiresAt,
    }
    await reachingStorage(async () => {
      await this.#clearExpired()
      await this.#client.idempotentCreation.upsert({
        create: { lookup, ...answer },
        update: answer,
        where: { lookup },
        select: { lookup: true },
      })
    })
  }

  async #tryLock(lookup: Uint8Array): Promise<boolean> {
    const lock = Buffer.from(lookup).readBigInt64BE()
    const [row] = await this.#client.$queryRaw<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lock}) AS free`
    return row?.free === true
  }

  /** Those that another transaction is at are left to it: nobody waits for a clean-up. */
  #clearExpired(): Promise<number> {
    return this.#client.$executeRaw`
      DELETE FROM idempotent_creations
      WHERE lookup IN (
        SELECT lookup FROM idempotent_creations
        WHERE expires_at <= clock_timestamp()
        ORDER BY expires_at
        LIMIT ${CLEARED_AT_ONCE}
        FOR UPDATE SKIP LOCKED
      )`
  }
}
