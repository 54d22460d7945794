import { restProcedure } from '../trpc.ts'
import { pageQuerySchema } from './page-schemas.ts'
import { presentPage } from './present-account.ts'

/** Lists the partner's accounts, newest first. */
export const listAccounts = restProcedure('listPartnerAccounts', {
  summary: 'List accounts',
  description:
    "Returns a page of the partner's accounts, from the most recent to the oldest. The list never contains `api_token`.",
  successDescription: 'A page of accounts.',
})
  .input(pageQuerySchema)
  .query(async ({ ctx, input }) => {
    const { page, max_results: pageSize } = input
    return presentPage(await ctx.services.stores.accounts.page(ctx.partnerId, page, pageSize), page, pageSize)
  })
