import type { Dependencies } from '../dependencies.ts'
import type { RateLimitUsage } from '../rate-limits/rate-limits.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'
import type { LimitedPartner, RejectionsOfMinute } from './operator-queries.ts'
import { showPartner } from './show-partner.ts'

const MINUTE_MS = 60_000

/** Lists the partners that the rate limit rejected in the last minutes. */
export const listLimitedPartners = (
  { stores: { operatorQueries } }: Pick<Dependencies, 'stores'>,
  { minutes, page }: { minutes: number; page: PageRequest },
): Promise<RecordPage<LimitedPartner>> => operatorQueries.limitedPartners({ since: minutesAgo(minutes) }, page)

/** A partner's usage of its limit, and its rejected requests. */
export interface PartnerLimits {
  partnerId: string
  partnerName: string
  usage: RateLimitUsage
  /** The minutes with rejections, the most recent first. */
  rejections: RejectionsOfMinute[]
}

/**
 * Returns how much of its limit a partner uses now, and its requests that were rejected in the last minutes.
 *
 * @throws DomainError `partner-not-found`
 */
export async function showPartnerLimits(
  { stores, rateLimits }: Pick<Dependencies, 'stores' | 'rateLimits'>,
  { id, minutes }: { id: string; minutes: number },
): Promise<PartnerLimits> {
  const [{ name }, usage, rejections] = await Promise.all([
    showPartner({ stores }, { id }),
    rateLimits.usage(id),
    stores.operatorQueries.rejections(id, minutesAgo(minutes)),
  ])
  return { partnerId: id, partnerName: name, usage, rejections }
}

/** Returns the start of the first of the last minutes. The present minute counts too. */
export function minutesAgo(minutes: number): Date {
  const now = Date.now()
  return new Date(now - (now % MINUTE_MS) - (minutes - 1) * MINUTE_MS)
}
