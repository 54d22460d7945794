import type { RateLimitWindow } from '../options/rate-limit-store.ts'
import { readRateLimit, readRetryAfterMs } from './rate-limit-headers.ts'
import {
  JITTER_DIVISOR,
  MAX_SHARE_IN_FLIGHT,
  PROBE_INTERVAL_MS,
  RESERVED_SHARE,
  STORE_WINDOW_MARGIN,
} from '../constants.ts'

/**
 * Estimates what is left of the service's sliding window: counts this client's requests, and infers those of the
 * partner's other processes from responses (draft-ietf-httpapi-ratelimit-headers).
 *
 * A request counts from its response on, later than at the service, so a slot is never assumed free too early.
 *
 * @param clock monotonic, in milliseconds
 */
export function estimateRateLimit(clock: () => number = () => performance.now()) {
  /** `undefined` until a response arrives, `Infinity` if it reports no limit. */
  let limit: number | undefined
  let inFlight = 0
  let startedAt = 0
  /** Whether no other request was in flight when the last one started. */
  let isOnlyRequest = true
  /** When the slots of completed requests become free, ascending. */
  const freeAt: number[] = []
  /** Requests of other processes in the window. */
  let others = 0
  let othersExpireAt = Infinity
  /** Whichever client used it. `Infinity` while a request tries to get it. */
  let nextFreeAt = Infinity
  let blockedUntil = 0

  const count = (now: number) => {
    while (freeAt[0]! <= now) freeAt.shift()
    if (othersExpireAt <= now) {
      others = 0
      othersExpireAt = Infinity
    }
    return inFlight + freeAt.length + others
  }
  const maxRequests = (isLow?: boolean) => Math.ceil((limit ?? Infinity) * (isLow ? 1 - RESERVED_SHARE : 1))
  /** A wait longer than the window is not about this limit. */
  const block = (ms: number) => void (blockedUntil = clock() + Math.min(ms, estimate.windowMs))

  const estimate = {
    /** Whether the last `waitMs` waits for the rate limit rather than for responses. */
    isLimited: false,
    windowMs: 60_000,
    block,
    windowOf: (isLow: boolean): RateLimitWindow => ({
      requests: maxRequests(isLow),
      windowMs: estimate.windowMs * STORE_WINDOW_MARGIN,
    }),

    /** 0 or less for immediately, `Infinity` if it depends on requests in flight. */
    waitMs(isLow?: boolean): number {
      const now = clock()
      estimate.isLimited = now < blockedUntil
      if (estimate.isLimited) return blockedUntil - now
      const used = count(now)
      estimate.isLimited = used >= maxRequests(isLow)
      if (!estimate.isLimited) {
        return inFlight < Math.max(1, (limit ?? 0) * MAX_SHARE_IN_FLIGHT) ? 0 : startedAt + PROBE_INTERVAL_MS - now
      }
      // A client below half of the limit also competes for others' slots, one request at a time.
      // With low priority, only for slots that nobody takes.
      const competeAt = used <= 2 * others ? nextFreeAt + (isLow ? estimate.windowMs * RESERVED_SHARE : 0) : Infinity
      return Math.min(freeAt[0] ?? Infinity, competeAt, othersExpireAt) - now
    },

    start(isLow?: boolean): void {
      startedAt = clock()
      if (count(startedAt) >= maxRequests(isLow)) nextFreeAt = Infinity
      isOnlyRequest = inFlight === 0
      inFlight += 1
    },

    /** @param response `null` if the request was not sent */
    end(response?: Response | null): void {
      inFlight -= 1
      const now = clock()
      if (response === null) {
        nextFreeAt = now
        return
      }
      const [requests, seconds, remaining, nextFreeSeconds] = readRateLimit(response?.headers)
      if (requests) {
        limit = requests
        estimate.windowMs = seconds! * 1_000
      } else if (response) limit ??= Infinity
      // The service does not count requests that it rejects with 429.
      if (response?.status === 429) block(readRetryAfterMs(response.headers) ?? 0)
      else freeAt.push(now + estimate.windowMs * (1 + Math.random() / JITTER_DIVISOR))
      freeAt.sort((one, other) => one - other)
      if (!requests) return

      nextFreeAt = now + nextFreeSeconds! * 1_000
      const reported = requests - remaining! - (count(now) - others)
      // With several requests in flight, it is unknown which of them `remaining` includes, so it can only raise
      // the count.
      if (reported > others || isOnlyRequest) {
        others = Math.max(0, reported)
        othersExpireAt = now + estimate.windowMs
      }
    },
  }
  return estimate
}
