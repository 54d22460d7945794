import { createIdGenerator, type LoggedRequest, type RequestLogStore } from '@partner-accounts/core'
import type { FastifyBaseLogger } from 'fastify'
import { BatchTimer } from '../background/batch-timer.ts'
import { errorCode } from '../logging/error-code.ts'

const FLUSH_INTERVAL_MS = 1_000
/** Maximum numbers of recorded requests per interval, so that rejected requests cannot fill the database. */
export const MAX_OF_PARTNER = 100
export const MAX_OF_ALL = 500
/** A partner's log is trimmed after this number of its requests, on average. */
export const REQUESTS_PER_TRIM = 100

export interface RequestRecorderOptions {
  store: RequestLogStore
  logger: FastifyBaseLogger
  onDropped: (count: number) => void
}

export type RequestRecorder = ReturnType<typeof createRequestRecorder>

/**
 * Collects requests for partners' developers, and stores them once per second in one statement. Drops requests beyond
 * the limits, and requests that cannot be stored.
 */
export function createRequestRecorder({ store, logger, onDropped }: RequestRecorderOptions) {
  const newId = createIdGenerator()
  const timer = new BatchTimer(write, FLUSH_INTERVAL_MS)
  let pending: LoggedRequest[] = []
  let countOf = new Map<string, number>()

  async function write(): Promise<void> {
    const requests = pending
    const partners = countOf
    pending = []
    countOf = new Map()
    if (requests.length === 0) return
    try {
      await store.add(requests)
    } catch (error) {
      onDropped(requests.length)
      logger.warn({ cause: errorCode(error), requests: requests.length }, 'requests not recorded')
      return
    }
    for (const [partnerId, count] of partners) {
      // Trims at random, because no instance knows the requests of other instances.
      if (Math.random() < count / REQUESTS_PER_TRIM) await trim(partnerId)
    }
  }

  async function trim(partnerId: string): Promise<void> {
    try {
      await store.trim(partnerId)
    } catch (error) {
      logger.warn({ cause: errorCode(error) }, 'recorded requests not trimmed')
    }
  }

  return {
    record(request: Omit<LoggedRequest, 'id'>): void {
      const count = countOf.get(request.partnerId) ?? 0
      if (count >= MAX_OF_PARTNER || pending.length >= MAX_OF_ALL) return onDropped(1)
      countOf.set(request.partnerId, count + 1)
      pending.push({ id: newId(), ...request })
      timer.start()
    },

    close: () => timer.close(),
  }
}
