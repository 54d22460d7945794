export interface RateLimitWindow {
  /** `Infinity` until the service has reported its limit. */
  readonly requests: number
  readonly windowMs: number
}

/** Shares the rate limit between processes. The README shows stores in a file and in Redis. */
export interface RateLimitStore {
  /**
   * Counts the requests of the last `windowMs`, atomically. If there are fewer than `requests`, records another one
   * and returns 0. Otherwise returns the milliseconds until the oldest one leaves the window. Timeout: 2 seconds.
   */
  take(key: string, window: RateLimitWindow): number | Promise<number>
}
