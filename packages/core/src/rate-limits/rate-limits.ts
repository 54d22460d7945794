/** How much of its limit (part 8) a partner uses now. */
export interface RateLimitUsage {
  /** Requests allowed in any window. */
  limit: number
  windowSeconds: number
  used: number
  /** Whether all instances count together. Otherwise only the requests to the instance that returned it are counted. */
  isShared: boolean
}

/** Reads the counts of the rate limit. */
export interface RateLimits {
  /** Returns the usage of a partner, and counts nothing. */
  usage(partnerId: string): Promise<RateLimitUsage>
}

/** Requests of a partner that the rate limit rejected in a minute. */
export interface RejectedRequests {
  partnerId: string
  /** The start of the minute. */
  minute: Date
  requests: number
}

/** Stores how many requests of each partner the rate limit rejected, by minute. */
export interface RejectionStore {
  /** Adds to the numbers that are stored already. */
  add(rejected: readonly RejectedRequests[]): Promise<void>
}
