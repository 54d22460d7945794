import type { RateLimitWindow } from './rate-limit-store.ts'
import { readRetryAfterMs } from './retry-after.ts'

/** Until a response reports the limit, another request is sent this long after the previous one. */
const PROBE_INTERVAL_MS = 1_000

/** Share of the limit that requests of low priority leave to others. */
const RESERVED_SHARE = 0.1

/**
 * A slot is reused up to this share of the window late, at random. Without the delay, a process that has used up the
 * limit would take every slot again the instant it becomes free, and other processes would never get one.
 */
const MAX_JITTER_SHARE = 1 / 60

/**
 * Estimates how much of the service's sliding window is left: this client's own requests, counted here, and those of
 * other processes of the same partner, as reported by responses (draft-ietf-httpapi-ratelimit-headers).
 *
 * A request counts from its response on. The service counted it earlier, so its slot is never assumed free too early.
 */
export class RateLimitEstimate {
  readonly #now: () => number
  /** `undefined` until a response arrives, `Infinity` if the response reports no limit. */
  #requests: number | undefined
  #windowMs = 60_000
  #inFlight = 0
  #startedAt = -Infinity
  /** Whether the last request started while no other was in flight. */
  #isAlone = true
  /** When the slots of completed requests become free, in ascending order. */
  readonly #freeAt: number[] = []
  /** Requests of other processes in the window. */
  #others = { count: 0, expireAt: 0 }
  /** When the service frees the next slot, whoever used it. `Infinity` while a request tries to get it. */
  #nextFreeAt = Infinity
  #blockedUntil = 0

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns the window as far as it is known, with the number of requests that a priority may use. */
  window(isLow: boolean): RateLimitWindow {
    const requests = this.#requests ?? Infinity
    return {
      requests: isLow ? Math.max(1, Math.floor(requests * (1 - RESERVED_SHARE))) : requests,
      windowMs: this.#windowMs,
    }
  }

  /** Whether `waitMs` is a wait for the rate limit, rather than for a response. */
  get isLimited(): boolean {
    return this.#requests !== undefined || this.#now() < this.#blockedUntil
  }

  /**
   * Returns the milliseconds until the next request may be sent, 0 or less for immediately, and `Infinity` if that
   * depends on requests in flight.
   */
  waitMs(isLow = false): number {
    const now = this.#now()
    if (now < this.#blockedUntil) return this.#blockedUntil - now
    if (this.#requests === undefined) return this.#inFlight > 0 ? this.#startedAt + PROBE_INTERVAL_MS - now : 0
    this.#expire(now)
    const own = this.#inFlight + this.#freeAt.length
    if (own + this.#others.count < this.window(isLow).requests) return 0
    // A client that uses less than half of the limit also competes for the slots of others, one request at a time.
    // With low priority, only for slots that nobody else takes.
    const delayMs = isLow ? this.#windowMs * RESERVED_SHARE : 0
    const nextFreeAt = own <= this.#others.count ? this.#nextFreeAt + delayMs : Infinity
    const expireAt = this.#others.count > 0 ? this.#others.expireAt : Infinity
    return Math.min(this.#freeAt[0] ?? Infinity, nextFreeAt, expireAt) - now
  }

  /** Counts a request that is about to be sent. */
  start(isLow = false): void {
    this.#startedAt = this.#now()
    const count = this.#inFlight + this.#freeAt.length + this.#others.count
    if (count >= this.window(isLow).requests) this.#nextFreeAt = Infinity
    this.#isAlone = this.#inFlight === 0
    this.#inFlight += 1
  }

  /** Counts a request as completed: with its response, without one, or with `null` if it was not sent. */
  end(response?: Response | null): void {
    this.#inFlight -= 1
    const now = this.#now()
    if (response === null) {
      this.#nextFreeAt = Math.min(this.#nextFreeAt, now)
      return
    }
    const headers = response?.headers
    const [requests, seconds] = readNumbers(/;q=(\d+);w=(\d+)/, headers?.get('ratelimit-policy'))
    const [remaining, nextFreeSeconds] = readNumbers(/;r=(\d+);t=(\d+)/, headers?.get('ratelimit'))
    if (requests) this.#requests = requests
    else if (response) this.#requests ??= Infinity
    if (seconds) this.#windowMs = seconds * 1_000

    // The service does not count requests that it rejects with 429.
    if (response?.status !== 429) this.#addSlot(now + this.#windowMs * (1 + Math.random() * MAX_JITTER_SHARE))
    else this.block(readRetryAfterMs(response.headers) ?? 0)
    if (!requests || remaining === undefined) return

    this.#expire(now)
    this.#nextFreeAt = now + nextFreeSeconds! * 1_000
    const count = Math.max(0, requests - remaining - this.#freeAt.length - this.#inFlight)
    // Of several requests in flight, it is unknown which ones `remaining` includes: it can only raise the count.
    if (count > this.#others.count || this.#isAlone) this.#others = { count, expireAt: now + this.#windowMs }
  }

  /** Sends nothing for so long. A wait longer than the window is not about this limit. */
  block(waitMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + Math.min(waitMs, this.#windowMs))
  }

  #addSlot(freeAt: number): void {
    let index = this.#freeAt.length
    while (index > 0 && this.#freeAt[index - 1]! > freeAt) index -= 1
    this.#freeAt.splice(index, 0, freeAt)
  }

  #expire(now: number): void {
    while (this.#freeAt[0]! <= now) this.#freeAt.shift()
    if (this.#others.expireAt <= now) this.#others.count = 0
  }
}

const readNumbers = (pattern: RegExp, text: string | null | undefined): number[] =>
  (pattern.exec(text ?? '') ?? []).slice(1).map(Number)
