/** A sliding window to take a slot from. */
export interface RateLimitWindow {
  /** Maximum number of requests per window. `Infinity` until the service has reported its limit. */
  readonly requests: number
  /** Length of the window in milliseconds. */
  readonly windowMs: number
}

/** Shares the rate limit between processes: see the README for stores in a file and in Redis. */
export interface RateLimitStore {
  /**
   * Atomically counts the requests of the last `windowMs`. If there are fewer than `requests`, records another one and
   * returns 0. Otherwise returns the milliseconds until the oldest one leaves the window. Limited to 2 seconds.
   */
  take(key: string, window: RateLimitWindow): number | Promise<number>
}
