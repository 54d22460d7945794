import { findSession, LIMITS, type StatusClass, toRecordPage } from '@partner-accounts/core'
import * as z from 'zod'
import { accessOf } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { choice, optional, recordId } from '../wire/fields.ts'

const STATUS_CLASSES = { '2xx': 2, '4xx': 4, '5xx': 5 } satisfies Record<string, StatusClass>
const CLASS_NAMES = Object.keys(STATUS_CLASSES) as (keyof typeof STATUS_CLASSES)[]
const PAGE_SIZE = LIMITS.requestLog.pageSize

/** Admits every active user, even of a suspended partner: requests show why they fail, and no customer data. */
export const listRequests = publicProcedure
  .input(
    z
      .object({
        status: optional(choice(CLASS_NAMES, 'status_class')),
        cursor: optional(recordId()),
      })
      .prefault({}),
  )
  .query(async ({ ctx: { services, caller }, input: { status, cursor: before } }) => {
    const { partner } = await findSession(services, { access: accessOf(caller) })
    const statusClass = status && STATUS_CLASSES[status]
    const found = await services.stores.requestLog.page({ partnerId: partner.id, statusClass, before }, PAGE_SIZE + 1)
    return toRecordPage(found, PAGE_SIZE)
  })
