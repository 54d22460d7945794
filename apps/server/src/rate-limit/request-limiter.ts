import type { RateLimits, RateLimitUsage } from '@partner-accounts/core'
import type { MakeLimiter } from './open-rate-limits.ts'
import type { RateLimitDecision } from './rate-limiter.ts'
import { SITE_MULTIPLE, siteOf } from './site.ts'
import { PARTNER_KEY } from './rate-limiter.ts'

/** Counts `cost` calls for the partner or, without one, for the network and its IPv6 site. */
export type CountRequest = (partnerId: string | undefined, network: string, cost: number) => Promise<RateLimitDecision>

export interface RequestLimiter {
  countRequest: CountRequest
  rateLimits: RateLimits
}

export function createRequestLimiter(
  makeLimiter: MakeLimiter,
  { requests, windowSeconds }: { requests: number; windowSeconds: number },
): RequestLimiter {
  const partners = makeLimiter('partners', { requests, windowSeconds })
  const networks = makeLimiter('networks', { requests, windowSeconds })
  const sites = makeLimiter('sites', { requests: requests * SITE_MULTIPLE, windowSeconds })

  const countAnonymous = async (network: string, cost: number): Promise<RateLimitDecision> => {
    const networkKey = `network:${network}`
    const ofNetwork = await networks(networkKey, cost)
    const site = siteOf(network)
    if (!ofNetwork.allowed || site === undefined) return ofNetwork
    const ofSite = await sites(`site:${site}`, cost)
    // A rejected request is not counted.
    if (!ofSite.allowed) await networks(networkKey, -cost)
    return ofSite.allowed && ofNetwork.remaining <= ofSite.remaining ? ofNetwork : ofSite
  }

  const countRequest: CountRequest = (partnerId, network, cost) =>
    partnerId === undefined ? countAnonymous(network, cost) : partners(`${PARTNER_KEY}${partnerId}`, cost)

  const usage = async (partnerId: string): Promise<RateLimitUsage> => {
    const { remaining, store } = await partners(`${PARTNER_KEY}${partnerId}`, 0)
    return { limit: requests, windowSeconds, used: requests - remaining, isShared: store === 'shared' }
  }
  return { countRequest, rateLimits: { usage } }
}
