import { DomainError, type IdempotentCreation } from '@partner-accounts/core'
import type { Prisma } from '../generated/client.ts'

/** A creation takes milliseconds: whoever is told to wait finds it through. */
const RETRY_AFTER_SECONDS = 1
/** Cleared away with each new one, so that there are never many and no timer is needed. */
const CLEARED_AT_ONCE = 100

/**
 * The sealed answer of an earlier creation with the same key and request. Holds the key until the transaction ends,
 * however it ends: a process that is killed leaves nothing in flight.
 *
 * @throws DomainError `idempotent-request-in-flight`, `idempotency-key-reused`
 */
export async function findEarlierAnswer(
  transaction: Prisma.TransactionClient,
  { lookup, fingerprint }: IdempotentCreation,
): Promise<Uint8Array | undefined> {
  const lock = Buffer.from(lookup).readBigInt64BE()
  const [row] = await transaction.$queryRaw<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lock}) AS free`
  if (!row?.free) {
    throw new DomainError('idempotent-request-in-flight', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  const earlier = await transaction.idempotentCreation.findFirst({
    where: { lookup: Uint8Array.from(lookup), expiresAt: { gt: new Date() } },
  })
  if (!earlier) return undefined
  if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) throw new DomainError('idempotency-key-reused')
  return earlier.sealedAnswer
}

/** Keeps the answer until it expires, in the place of one that has, and clears some of those away. */
export async function keepAnswer(
  transaction: Prisma.TransactionClient,
  { lookup, fingerprint, sealedAnswer, expiresAt }: IdempotentCreation,
): Promise<void> {
  // Those that another transaction is at are left to it: nobody waits for a clean-up.
  await transaction.$executeRaw`
    DELETE FROM idempotent_creations
    WHERE lookup IN (
      SELECT lookup FROM idempotent_creations
      WHERE expires_at <= clock_timestamp()
      ORDER BY expires_at
      LIMIT ${CLEARED_AT_ONCE}
      FOR UPDATE SKIP LOCKED
    )`
  const answer = {
    fingerprint: Uint8Array.from(fingerprint),
    sealedAnswer: Uint8Array.from(sealedAnswer),
    expiresAt,
  }
  await transaction.idempotentCreation.upsert({
    create: { lookup: Uint8Array.from(lookup), ...answer },
    update: answer,
    where: { lookup: Uint8Array.from(lookup) },
    select: { lookup: true },
  })
}
