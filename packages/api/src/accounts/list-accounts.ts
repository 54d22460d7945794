import { listAccounts as listAccountsUseCase } from '@partner-accounts/core'
import { partnerProcedure } from '../trpc.ts'
import { pageQuerySchema } from './page-schemas.ts'
import { presentPage } from './present-page.ts'

/** GET /partner-accounts (4.2). */
export const listAccounts = partnerProcedure('accounts:read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/partner-accounts',
      operationId: 'listPartnerAccounts',
      tags: ['Accounts'],
      summary: 'List accounts',
      description:
        "Returns a page of the partner's accounts, from the most recent to the oldest. The list never contains `api_token`.",
      successDescription: 'A page of accounts.',
    },
    isCompressible: true,
  })
  .input(pageQuerySchema)
  .query(async ({ ctx, input }) => {
    const request = { page: input.page, pageSize: input.max_results }
    return presentPage(await listAccountsUseCase(ctx.services, { partnerId: ctx.partnerId, ...request }), request)
  })
