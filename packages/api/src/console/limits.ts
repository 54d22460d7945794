import { listLimitedPartners, showPartnerLimits } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import { byId, count } from '../wire/fields.ts'
import { pageFields, testFields } from '../wire/pages.ts'

const DEFAULT_MINUTES = 60
const MAX_MINUTES = 24 * 60

const minutes = () => count(1, MAX_MINUTES).default(DEFAULT_MINUTES)

export const limits = {
  /** Lists the partners whose requests were rejected by the rate limit. */
  list: internalProcedure('viewer')
    .input(z.object({ ...pageFields, ...testFields, minutes: minutes() }).prefault({}))
    .query(({ ctx, input: { minutes, includeTest, ...page } }) =>
      listLimitedPartners(ctx.services, { minutes, includeTest, page }),
    ),
  /** Returns a partner's requests and rejections, by minute. */
  get: internalProcedure('viewer')
    .input(byId.extend({ minutes: minutes() }))
    .query(({ ctx, input }) => showPartnerLimits(ctx.services, input)),
}
