import type { RateLimitWindow } from '../options/rate-limit-store.ts'
import { now } from '../runtime/event-loop.ts'
import type { ReportedLimit } from './rate-limit-headers.ts'
import { Window } from './window.ts'
import {
  JITTER_DIVISOR,
  MAX_SHARE_IN_FLIGHT,
  MIN_IN_FLIGHT,
  PROBE_INTERVAL_MS,
  RESERVED_SHARE,
  STORE_WINDOW_MARGIN,
} from '../constants.ts'

/** When a request may start, and what it waits for. */
export interface NextStart {
  /** 0 if the request may start now. Missing if it has to wait until a request in flight ends. */
  readonly waitMs?: number
  /** Whether the rate limit delays the request, rather than the maximum of requests in flight. */
  readonly isRateLimited: boolean
}

/** A request in flight. */
export interface StartedRequest {
  /** Number of requests that had ended when this one started. Every other one that starts before its end overlaps with it. */
  readonly endedBefore: number
}

/**
 * Estimates what is left of the service's sliding window: counts this client's requests, and infers those of the
 * partner's other processes from responses.
 *
 * A slot counts as used until one window after the response. The service counts from the arrival of the request, so it
 * frees the slot first.
 */
export class RateLimitEstimate {
  /** Unlimited until a response reports a limit. */
  #limit = Infinity
  #windowMs = 60_000
  readonly #window = new Window()
  #started = 0
  #ended = 0
  #lastStartAt = 0
  #hasResponse = false
  /** Requests of other processes in the window. */
  #others = 0
  #othersExpireAt = 0
  /** When the next slot becomes free, whichever client used it. `undefined` while a request competes for it. */
  #nextFreeAt: number | undefined
  #blockedUntil = 0
  /** For low priority, if later than `#blockedUntil`. */
  #lowBlockedUntil = 0

  /** The window from which a store takes slots. */
  windowFor(isLow: boolean): RateLimitWindow {
    return { requests: this.#maxRequests(isLow), windowMs: this.#windowMs * STORE_WINDOW_MARGIN }
  }

  nextStart(isLow: boolean): NextStart {
    const time = now()
    const blockedUntil = Math.max(this.#blockedUntil, isLow ? this.#lowBlockedUntil : 0)
    if (time < blockedUntil) return { waitMs: blockedUntil - time, isRateLimited: true }
    const others = this.#othersAt(time)
    const used = this.#usedAt(time)
    if (used < this.#maxRequests(isLow)) {
      const hasRoom = this.#inFlight() < this.#maxInFlight()
      // Without room, one more request starts each second, because those in flight may hang.
      const probeAt = this.#lastStartAt + PROBE_INTERVAL_MS
      return { waitMs: hasRoom ? 0 : Math.max(0, probeAt - time), isRateLimited: false }
    }
    const othersExpireAt = others > 0 ? this.#othersExpireAt : undefined
    const times = [this.#window.nextFreeAt, this.#competeAt(used, others, isLow), othersExpireAt]
    const known = times.filter((freeAt) => freeAt !== undefined)
    if (known.length === 0) return { isRateLimited: false }
    return { waitMs: Math.max(0, Math.min(...known) - time), isRateLimited: true }
  }

  /** Counts a request from now on. The caller ends it with `end` or `release`. */
  start(isLow: boolean): StartedRequest {
    this.#lastStartAt = now()
    // Without a free slot, the request competes for the next one. No other request may compete until its response.
    if (this.#usedAt(this.#lastStartAt) >= this.#maxRequests(isLow)) this.#nextFreeAt = undefined
    this.#started += 1
    return { endedBefore: this.#ended }
  }

  /** @param isCounted whether the service may have counted the request: not after a 429 */
  end({ endedBefore }: StartedRequest, isCounted: boolean, reported?: ReportedLimit): void {
    this.#ended += 1
    if (reported) {
      this.#limit = reported.requests
      this.#windowMs = reported.windowMs
    }
    const heldMs = this.#windowMs * (1 + Math.random() / JITTER_DIVISOR)
    if (isCounted) this.#window.add(now() + heldMs, this.#windowMs)
    // All started requests except this one and those that had ended before it started.
    const overlapped = this.#started - 1 - endedBefore
    if (reported) this.#inferOthers(reported, overlapped)
  }

  /** Ends a request that was not sent, or that the service did not count for the partner. */
  release(): void {
    this.#ended += 1
    this.#nextFreeAt ??= now()
  }

  /**
   * Starts no request for `ms`, at most for a window: a longer wait cannot come from this limit.
   *
   * @param isLow whether this concerns only requests of low priority
   */
  block(ms: number, isLow: boolean): void {
    const until = now() + Math.min(ms, this.#windowMs)
    if (isLow) this.#lowBlockedUntil = until
    else this.#blockedUntil = until
  }

  /** Allows several requests in flight. */
  onResponse(): void {
    this.#hasResponse = true
  }

  /** @param overlapped number of requests that overlapped with this one: `remaining` may or may not include them */
  #inferOthers({ requests, remaining, nextFreeMs }: ReportedLimit, overlapped: number): void {
    const time = now()
    const others = this.#othersAt(time)
    const own = this.#usedAt(time) - others
    const fewest = requests - remaining - own
    // `remaining` may not account for the overlapped requests yet, so the count is from `fewest` to `fewest + overlapped`.
    // The previous count stays if it is within this range, and otherwise moves to the nearer end.
    this.#others = Math.max(0, fewest, Math.min(others, fewest + overlapped))
    this.#othersExpireAt = time + this.#windowMs
    this.#nextFreeAt = time + nextFreeMs
  }

  /**
   * Returns when to compete for a slot of other processes. One request competes at a time, and only if the client has at
   * most as many requests as all others together. Low priority waits, and takes only slots that nobody else takes.
   *
   * @param used all requests in the window, including those of `others`
   */
  #competeAt(used: number, others: number, isLow: boolean): number | undefined {
    const own = used - others
    if (this.#nextFreeAt === undefined || own > others) return undefined
    return this.#nextFreeAt + (isLow ? this.#windowMs * RESERVED_SHARE : 0)
  }

  #usedAt(time: number): number {
    return this.#inFlight() + this.#window.count(time) + this.#othersAt(time)
  }

  #othersAt(time: number): number {
    return time < this.#othersExpireAt ? this.#others : 0
  }

  #inFlight(): number {
    return this.#started - this.#ended
  }

  #maxInFlight(): number {
    return this.#hasResponse ? Math.max(MIN_IN_FLIGHT, this.#limit * MAX_SHARE_IN_FLIGHT) : 1
  }

  #maxRequests(isLow: boolean): number {
    return Math.ceil(this.#limit * (isLow ? 1 - RESERVED_SHARE : 1))
  }
}
