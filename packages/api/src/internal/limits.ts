import { type LimitedPartner, listLimitedPartners, type PartnerLimits, showPartnerLimits } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { byId, count } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'

const DEFAULT_MINUTES = 60
const MAX_MINUTES = 24 * 60

/** How far to look back. */
const minutes = () => count(1, MAX_MINUTES).default(DEFAULT_MINUTES)

/** Who is limited by the rate limit of part 8, now and lately. */
export const limits = router({
  list: internalProcedure('viewer')
    .input(z.object({ ...pageFields, minutes: minutes() }).prefault({}))
    .query(async ({ ctx, input: { minutes, ...page } }) =>
      presentPage(await listLimitedPartners(ctx.services, { minutes, page: pageRequest(page) }), presentLimited),
    ),
  show: internalProcedure('viewer')
    .input(byId.extend({ minutes: minutes() }))
    .query(async ({ ctx, input }) => present(await showPartnerLimits(ctx.services, input))),
})

const presentLimited = ({ id, name, status, requests, lastMinute }: LimitedPartner) => ({
  partner_id: id,
  partner_name: name,
  status,
  rejected: requests,
  last_rejected: formatDateTime(lastMinute),
})

const present = ({ partnerId, partnerName, usage, rejections }: PartnerLimits) => ({
  partner_id: partnerId,
  partner_name: partnerName,
  limit: usage.limit,
  window_seconds: usage.windowSeconds,
  used: usage.used,
  counted_by: usage.isShared ? ('all-instances' as const) : ('one-instance' as const),
  rejections: rejections.map(({ minute, requests }) => ({ minute: formatDateTime(minute), rejected: requests })),
})
