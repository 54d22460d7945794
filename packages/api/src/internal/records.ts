import { LIMITS, searchRecords, SUBSCRIPTION_STATUSES } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { choice, optional, text } from '../wire/fields.ts'

/** Finds at most 10 of each kind, by name, tax ID, e-mail or id. */
const search = internalProcedure('viewer')
  .input(z.object({ query: text(LIMITS.emailLength), accountStatus: optional(choice(SUBSCRIPTION_STATUSES)) }))
  .query(({ ctx, input }) => searchRecords(ctx.services, input))

export const records = router({ search })
