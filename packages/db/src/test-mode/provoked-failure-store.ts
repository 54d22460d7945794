import { LIMITS, type ProvokedFailureStore } from '@partner-accounts/core'
import { bytes, type Client } from '../prisma/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

/** A day longer than test accounts are kept, so that a failure is provoked once per account. */
const TTL_SECONDS = (LIMITS.testMode.days + 1) * 86_400

export const createProvokedFailureStore = (client: Client, run: RunStatement): ProvokedFailureStore => ({
  async addFirst({ partnerId, emailKey, keyLookups, lookups }) {
    const ofKey = { partnerId, lookup: { in: keyLookups.map(bytes) } }
    const created =
      (await client.idempotentCreation.count({ where: ofKey })) +
      (await client.administratorEmail.count({ where: { emailKey, scope: partnerId } }))
    if (created > 0) return false
    const expiresAt = secondsAfter(await readClock(run), TTL_SECONDS)
    const data = lookups.map((lookup) => ({ partnerId, lookup: bytes(lookup), expiresAt }))
    const { count } = await client.provokedFailure.createMany({ data, skipDuplicates: true })
    return count === data.length
  },
})
