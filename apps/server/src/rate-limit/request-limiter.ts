import type { RateLimits, RateLimitUsage } from '@partner-accounts/core'
import type { MakeLimiter } from './open-rate-limits.ts'
import type { PartnerLimits } from './partner-limits.ts'
import { PARTNER_KEY, type RateLimitDecision } from './rate-limiter.ts'
import { SITE_MULTIPLE, siteOf } from './network-site.ts'

/** Identifies the limit that a request counts towards. */
export interface Counted {
  /** `undefined`: the request counts for the network, and for its IPv6 site. */
  partnerId: string | undefined
  /** Set for requests from portal pages. Their limit is per user, so the partner's programs cannot lock people out. */
  pageUserId: string | undefined
  network: string
}

export type CountRequest = (counted: Counted, cost: number) => Promise<RateLimitDecision>

export function createRequestLimiter(
  makeLimiter: MakeLimiter,
  { requests, windowSeconds }: { requests: number; windowSeconds: number },
  limitOf: PartnerLimits['limitOf'],
): { countRequest: CountRequest; rateLimits: Pick<RateLimits, 'usage'> } {
  const partners = makeLimiter('partners', { requests, windowSeconds })
  const networks = makeLimiter('networks', { requests, windowSeconds })
  const sites = makeLimiter('sites', { requests: requests * SITE_MULTIPLE, windowSeconds })

  const countAnonymous = async (network: string, cost: number): Promise<RateLimitDecision> => {
    const networkKey = `network:${network}`
    const ofNetwork = await networks(networkKey, cost)
    const site = siteOf(network)
    if (!ofNetwork.allowed || site === undefined) return ofNetwork
    const ofSite = await sites(`site:${site}`, cost)
    // Rejected requests do not count.
    if (!ofSite.allowed) await networks(networkKey, -cost)
    const isNetworkStricter = ofSite.allowed && ofNetwork.remaining <= ofSite.remaining
    // Always reports the network's limit, because the site's limit is internal.
    return isNetworkStricter ? ofNetwork : { ...ofSite, limit: requests }
  }

  const countForPartner = (partnerId: string, cost: number) =>
    partners(`${PARTNER_KEY}${partnerId}`, cost, limitOf(partnerId))
  const countPages = (partnerId: string, userId: string, cost: number) =>
    partners(`${PARTNER_KEY}${partnerId}:${userId}`, cost, limitOf(partnerId))

  const countRequest: CountRequest = ({ partnerId, pageUserId, network }, cost) => {
    if (partnerId === undefined) return countAnonymous(network, cost)
    return pageUserId === undefined ? countForPartner(partnerId, cost) : countPages(partnerId, pageUserId, cost)
  }

  const usage = async (partnerId: string): Promise<RateLimitUsage> => {
    const { limit, remaining, store } = await countForPartner(partnerId, 0)
    return { limit, windowSeconds, used: limit - remaining, isShared: store === 'shared' }
  }
  return { countRequest, rateLimits: { usage } }
}
