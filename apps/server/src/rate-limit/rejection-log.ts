import type { RejectedRequests, RejectionStore } from '@partner-accounts/core'
import type { Logger } from 'pino'
import { BatchTimer } from '../background/batch-timer.ts'
import { errorCode } from '../logging/error-code.ts'

const MINUTE_MS = 60_000
const WRITE_INTERVAL_MS = 5_000
/** Maximum number of counts, one per partner and minute, while the database is unavailable: a few megabytes. */
const MAX_WAITING = 50_000

export interface RejectionLogOptions {
  store: RejectionStore
  logger: Logger
  writeIntervalMs?: number
}

export type RejectionLog = ReturnType<typeof createRejectionLog>

/**
 * Adds rejected requests per partner and minute to the database every few seconds.
 *
 * Repeats writes with an unknown outcome, so numbers may be slightly too high. A killed process loses the last seconds.
 */
export function createRejectionLog({ store, logger, writeIntervalMs = WRITE_INTERVAL_MS }: RejectionLogOptions) {
  const counts = new Map<string, RejectedRequests>()
  const timer = new BatchTimer(write, writeIntervalMs)

  function add({ partnerId, minute, requests }: RejectedRequests): void {
    const key = `${partnerId} ${minute.getTime()}`
    const counted = counts.get(key)
    if (!counted && counts.size >= MAX_WAITING) return
    counts.set(key, { partnerId, minute, requests: requests + (counted?.requests ?? 0) })
  }

  async function write(): Promise<void> {
    const rejected = [...counts.values()]
    if (rejected.length === 0) return
    counts.clear()
    try {
      await store.add(rejected)
    } catch (error) {
      logger.warn({ reason: errorCode(error) }, 'rejected requests not recorded, trying again')
      rejected.forEach(add)
      timer.start()
    }
  }

  return {
    count(partnerId: string): void {
      const now = Date.now()
      add({ partnerId, minute: new Date(now - (now % MINUTE_MS)), requests: 1 })
      timer.start()
    },

    close: () => timer.close(),
  }
}
