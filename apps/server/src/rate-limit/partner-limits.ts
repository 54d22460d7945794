import { setTimeout as wait } from 'node:timers/promises'
import { isInForce, type PartnerLimit, type PartnerStore } from '@partner-accounts/core'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

/** Changes must take effect within 10 s. The rest of that time is for the query. */
const REFRESH_INTERVAL_MS = 5_000

export interface PartnerLimits {
  /** Returns the partner's own limit; `undefined` if the default applies. */
  limitOf: (partnerId: string) => number | undefined
  close: () => void
}

/**
 * Keeps partners' limits in memory, so counting a request queries nothing. While the database is unavailable, the last
 * limits stay in force.
 */
export async function openPartnerLimits(
  partners: Pick<PartnerStore, 'rateLimits'>,
  logger: Logger,
  intervalMs = REFRESH_INTERVAL_MS,
): Promise<PartnerLimits> {
  const closing = new AbortController()
  const { signal } = closing
  let limits: ReadonlyMap<string, PartnerLimit> = new Map()
  let isOutdated = false

  async function refresh(): Promise<void> {
    try {
      limits = await partners.rateLimits()
      isOutdated = false
    } catch (error) {
      // Logs only the first of several failures.
      if (!isOutdated && !signal.aborted) logger.warn({ reason: errorCode(error) }, 'limits of partners not refreshed')
      isOutdated = true
    }
  }

  async function keepFresh(): Promise<void> {
    for (;;) {
      await wait(intervalMs, undefined, { ref: false, signal })
      await refresh()
    }
  }

  await refresh()
  // `close` aborts the wait, which then rejects.
  keepFresh().catch(() => undefined)
  return {
    limitOf(partnerId) {
      const limit = limits.get(partnerId)
      return limit && isInForce(limit) ? limit.requests : undefined
    },
    close: () => closing.abort(),
  }
}
