import type { RateLimitWindow } from '../options/rate-limit-store.ts'
import { now } from '../runtime/event-loop.ts'
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
export function estimateRateLimit(clock = now) {
  /** `Infinity` unless a response reports a limit. */
  let limit = Infinity
  let windowMs = 60_000
  /** 1 until the first response. */
  let maxInFlight = 1
  let inFlight = 0
  let startedAt = 0
  let started = 0
  /** When the slots of completed requests become free, ascending. */
  const freeAt: number[] = []
  /** Requests of other processes in the window. */
  let others = 0
  let othersExpireAt = Infinity
  /** Whichever client used it. `Infinity` while a request tries to get it. */
  let nextFreeAt = Infinity
  let blockedUntil = 0

  const count = (time: number) => {
    while (freeAt[0]! <= time) freeAt.shift()
    if (othersExpireAt <= time) {
      others = 0
      othersExpireAt = Infinity
    }
    return inFlight + freeAt.length + others
  }
  const maxRequests = (isLow?: boolean) => Math.ceil(limit * (isLow ? 1 - RESERVED_SHARE : 1))
  const windowOf = (isLow: boolean): RateLimitWindow => ({
    requests: maxRequests(isLow),
    windowMs: windowMs * STORE_WINDOW_MARGIN,
  })
  /** A wait longer than the window is not about this limit. */
  const block = (ms: number) => void (blockedUntil = clock() + Math.min(ms, windowMs))

  /**
   * Returns the milliseconds to wait: 0 or less for none, `Infinity` if that depends on requests in flight. Also returns
   * the window if the wait is for the rate limit rather than for responses.
   */
  const waitFor = (isLow?: boolean): readonly [waitMs: number, windowMs?: number] => {
    const time = clock()
    if (time < blockedUntil) return [blockedUntil - time, windowMs]
    const used = count(time)
    if (used < maxRequests(isLow)) return [inFlight < maxInFlight ? 0 : startedAt + PROBE_INTERVAL_MS - time]
    // A client below half of the limit also competes for others' slots, one request at a time.
    // With low priority, only for slots that nobody takes.
    const competeAt = used <= 2 * others ? nextFreeAt + (isLow ? windowMs * RESERVED_SHARE : 0) : Infinity
    return [Math.min(freeAt[0] ?? Infinity, competeAt, othersExpireAt) - time, windowMs]
  }

  /** Returns the request's end. Its `isSent` is `false` if the request was not sent. */
  const start = (isLow?: boolean) => {
    startedAt = clock()
    if (count(startedAt) >= maxRequests(isLow)) nextFreeAt = Infinity
    const endedBefore = started++ - inFlight++
    return (response?: Response, isSent = true): void => {
      inFlight -= 1
      const time = clock()
      if (!isSent) {
        nextFreeAt = time
        return
      }
      const [requests, seconds, remaining, nextFreeSeconds] = readRateLimit(response?.headers)
      if (requests) {
        limit = requests
        windowMs = seconds! * 1_000
      }
      if (response) maxInFlight = Math.max(1, limit * MAX_SHARE_IN_FLIGHT)
      // The service does not count requests that it rejects with 429.
      if (response?.status === 429) block(readRetryAfterMs(response.headers) ?? 0)
      else freeAt.push(time + windowMs * (1 + Math.random() / JITTER_DIVISOR))
      freeAt.sort((one, other) => one - other)
      if (!requests) return

      nextFreeAt = time + nextFreeSeconds! * 1_000
      const reported = requests - remaining! - (count(time) - others)
      // `remaining` may not include requests that were in flight at the same time.
      const overlapping = started - 1 - endedBefore
      others = Math.max(0, reported, Math.min(others, reported + overlapping))
      othersExpireAt = time + windowMs
    }
  }
  return { waitFor, start, block, windowOf }
}
