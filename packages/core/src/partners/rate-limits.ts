/** A partner's own limit, which replaces the default. */
export interface PartnerLimit {
  /** Maximum number of requests in a sliding window. */
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
  /** False if `used` counts only this instance's requests. */
  isShared: boolean
}

/** `process`: no shared store. `unavailable`: this instance counts for itself until the store is back. */
export type RateLimitStoreState = 'shared' | 'process' | 'unavailable'

export interface RateLimits {
  storeState(): RateLimitStoreState
  /** Whether requests arrive through a proxy that is not trusted, so all of its clients count as one. */
  countsProxiesAsClients(): boolean
  /** Returns a partner's usage. The call itself does not count. */
  usage(partnerId: string): Promise<RateLimitUsage>
}

declare module '../dependencies.ts' {
  interface Dependencies {
    rateLimits: RateLimits
  }
}
