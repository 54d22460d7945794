import { findSession, LIMITS, type StatusClass, toRecordPage } from '@partner-accounts/core'
import * as z from 'zod'
import { accessOf } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { choice, optional, recordId } from '../wire/fields.ts'

const STATUS_CLASSES = { '2xx': 2, '4xx': 4, '5xx': 5 } satisfies Record<string, StatusClass>
const CLASS_NAMES = Object.keys(STATUS_CLASSES) as (keyof typeof STATUS_CLASSES)[]
const PAGE_SIZE = LIMITS.requestLog.pageSize

/**
 * Lists the partner's latest REST requests. Admits active users, even of a suspended partner, because the
 * log shows why requests fail and contains no customer data.
 */
export const listRequests = publicProcedure
  .input(
    z
      .object({
        status: optional(choice(CLASS_NAMES, 'status_class')),
        userId: optional(recordId()),
        cursor: optional(recordId()),
      })
      .prefault({}),
  )
  .query(async ({ ctx: { services, caller }, input: { status, userId, cursor: before } }) => {
    const { partner } = await findSession(services, { access: accessOf(caller) })
    const statusClass = status && STATUS_CLASSES[status]
    const filter = { partnerId: partner.id, statusClass, userId, before }
    return toRecordPage(await services.stores.requestLog.page(filter, PAGE_SIZE + 1), PAGE_SIZE)
  })

/** Returns the rate limit usage (part 8) of the partner's programs. Admits the same users as `requestLog.list`. */
export const getRateLimitUse = publicProcedure.query(async ({ ctx: { services, caller } }) => {
  const { partner } = await findSession(services, { access: accessOf(caller) })
  return services.rateLimits.usage(partner.id)
})
