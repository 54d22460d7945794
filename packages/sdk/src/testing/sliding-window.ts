/** So many requests in any span of so many seconds. */
export interface RateLimit {
  readonly requests: number
  readonly windowSeconds: number
}

/** Whether a request is let through, and what is left. */
export interface Decision {
  readonly allowed: boolean
  readonly remaining: number
  /** Whole seconds, at least 1, until the next place comes free or, for a refused request, until enough have. */
  readonly resetSeconds: number
}

/** Counts exactly, by key: a request that is due is never refused. Refused requests do not count. */
export class SlidingWindow {
  readonly #now: () => number
  readonly #moments = new Map<string, number[]>()
  limit: RateLimit

  constructor(limit: RateLimit, now: () => number) {
    this.limit = limit
    this.#now = now
  }

  take(key: string): Decision {
    const now = this.#now()
    const { requests, windowSeconds } = this.limit
    const moments = (this.#moments.get(key) ?? []).filter((moment) => moment > now - windowSeconds * 1_000)
    this.#moments.set(key, moments)
    const allowed = moments.length < requests
    if (allowed) moments.push(now)
    const freesEnough = allowed ? 0 : moments.length - requests
    const waitMs = windowSeconds * 1_000 - (now - moments[freesEnough]!)
    return {
      allowed,
      remaining: Math.max(0, requests - moments.length),
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    }
  }

  /** Takes the latest back, as if it had not been. */
  giveBack(key: string): void {
    this.#moments.get(key)?.pop()
  }
}
