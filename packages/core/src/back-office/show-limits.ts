import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { RateLimitUsage } from '../partners/rate-limits.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'
import type { LimitedPartner, RejectionsOfMinute, TestFilter } from '../records/record-queries.ts'

const MINUTE_MS = 60_000

export const listLimitedPartners = (
  { stores: { records } }: Pick<Dependencies, 'stores'>,
  { minutes, includeTest, page }: TestFilter & { minutes: number; page: PageRequest },
): Promise<RecordPage<LimitedPartner>> => records.limitedPartners({ since: minutesAgo(minutes), includeTest }, page)

export interface PartnerLimits {
  partnerId: string
  partnerName: string
  usage: RateLimitUsage
  /** Newest first. */
  rejections: RejectionsOfMinute[]
}

/** @throws `partner-not-found` */
export async function showPartnerLimits(
  { stores, rateLimits }: Pick<Dependencies, 'stores' | 'rateLimits'>,
  { id, minutes }: { id: string; minutes: number },
): Promise<PartnerLimits> {
  const [partner, usage, rejections] = await Promise.all([
    stores.partners.find(id),
    rateLimits.usage(id),
    stores.records.rejections(id, minutesAgo(minutes)),
  ])
  return { partnerId: id, partnerName: required(partner, 'partner-not-found').name, usage, rejections }
}

/** Returns the start of the current minute, minus `minutes - 1` minutes. */
export function minutesAgo(minutes: number): Date {
  const now = Date.now()
  return new Date(now - (now % MINUTE_MS) - (minutes - 1) * MINUTE_MS)
}
