import { LIMITS, searchRecords, SUBSCRIPTION_STATUSES } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import { choice, optional, pastedText } from '../wire/fields.ts'

export const records = {
  /** Searches records by name, tax ID, e-mail, street, coupon, id or request id. Returns at most 10 of each. */
  search: internalProcedure('viewer')
    .input(z.object({ query: pastedText(LIMITS.emailLength), accountStatus: optional(choice(SUBSCRIPTION_STATUSES)) }))
    .query(({ ctx, input }) => searchRecords(ctx.services, input)),
}
