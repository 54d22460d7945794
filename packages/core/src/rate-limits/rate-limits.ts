/** A partner's own limit, in place of the default. */
export interface PartnerLimit {
  /** Per sliding window. */
  requests: number
  /** When the default applies again; null for never. */
  until: Date | null
}

export const isInForce = ({ until }: PartnerLimit): boolean => until === null || until.getTime() > Date.now()

/** A partner's current usage of its limit (part 8). */
export interface RateLimitUsage {
  limit: number
  windowSeconds: number
  used: number
  /** Otherwise only this instance's requests are counted. */
  isShared: boolean
}

/** `process`: there is no shared store. `unavailable`: this instance counts for itself until the store is back. */
export type RateLimitStoreState = 'shared' | 'process' | 'unavailable'

export interface RateLimits {
  storeState(): RateLimitStoreState
  /** Does not count as a request. */
  usage(partnerId: string): Promise<RateLimitUsage>
}

export interface RejectedRequests {
  partnerId: string
  minute: Date
  requests: number
}

export interface RejectionStore {
  add(rejected: readonly RejectedRequests[]): Promise<void>
}
