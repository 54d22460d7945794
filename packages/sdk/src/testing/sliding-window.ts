/** The maximum number of requests in any period of `windowSeconds`. */
export interface RateLimit {
  readonly requests: number
  readonly windowSeconds: number
}

export interface Decision {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Whole seconds, at least 1, until a slot becomes free. */
  readonly resetSeconds: number
}

/** An exact sliding window by key. Rejected requests do not count. */
export class SlidingWindow {
  readonly #now: () => number
  readonly #times = new Map<string, number[]>()
  limit: RateLimit

  constructor(limit: RateLimit, now: () => number) {
    this.limit = limit
    this.#now = now
  }

  take(key: string): Decision {
    const now = this.#now()
    const { requests, windowSeconds } = this.limit
    const times = this.#times.get(key) ?? []
    this.#times.set(key, times)
    while (times[0] !== undefined && times[0] <= now - windowSeconds * 1_000) times.shift()
    const isAllowed = times.length < requests
    if (isAllowed) times.push(now)
    // A slot becomes free when this request leaves the window. It is the oldest request unless the limit was lowered.
    const lastToLeave = times[isAllowed ? 0 : times.length - requests]!
    const waitMs = windowSeconds * 1_000 - (now - lastToLeave)
    return {
      isAllowed,
      remaining: Math.max(0, requests - times.length),
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    }
  }

  /** Removes a key's latest request. */
  release(key: string): void {
    this.#times.get(key)?.pop()
  }
}
