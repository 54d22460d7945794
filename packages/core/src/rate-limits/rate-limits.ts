/** Replaces the default. */
export interface PartnerLimit {
  /** Per sliding window. */
  requests: number
  /** Expiry; null for never. */
  until: Date | null
}

export const isInForce = ({ until }: PartnerLimit): boolean => until === null || until.getTime() > Date.now()

/** Current usage (part 8). */
export interface RateLimitUsage {
  limit: number
  windowSeconds: number
  used: number
  /** False: only this instance's requests. */
  isShared: boolean
}

/** `process`: no shared store. `unavailable`: this instance counts for itself until the store is back. */
export type RateLimitStoreState = 'shared' | 'process' | 'unavailable'

export interface RateLimits {
  storeState(): RateLimitStoreState
  /** Is not counted itself. */
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
