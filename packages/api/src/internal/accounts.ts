import {
  authenticateApiToken,
  LIMITS,
  reissueCredentials,
  reportUsage,
  revokeApiToken,
  showAccount,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { count, recordId, text } from '../wire/fields.ts'
import { presentOverview } from './present-overview.ts'

const byId = z.object({ id: recordId() })

export const accounts = router({
  show: internalProcedure
    .input(byId)
    .query(async ({ ctx, input }) => presentOverview(await showAccount(ctx.services, input))),
  revokeToken: internalProcedure.input(byId).mutation(async ({ ctx, input }) => {
    await revokeApiToken(ctx.services, { actor: ctx.actor, ...input })
    return { id: input.id, api_token_status: 'revoked' as const }
  }),
  reissueToken: internalProcedure.input(byId).mutation(async ({ ctx, input }) => {
    const { id, apiToken, secret } = await reissueCredentials(ctx.services, { actor: ctx.actor, ...input })
    return { id, api_token: apiToken, secret }
  }),
  reportUsage: internalProcedure
    .input(byId.extend({ active_employees: count(0) }))
    .mutation(async ({ ctx, input: { id, active_employees: activeEmployees } }) => {
      await reportUsage(ctx.services, { actor: ctx.actor, id, activeEmployees })
      return { id, active_employees: activeEmployees }
    }),
  /** For the account-level API. It is a mutation, so the token is sent in the body and not in the URL. */
  authenticateApiToken: internalProcedure
    .input(z.object({ api_token: text(LIMITS.tokenLength) }))
    .mutation(async ({ ctx, input }) => {
      const account = await authenticateApiToken(ctx.services, { apiToken: input.api_token })
      return account ? { account_id: account.id, partner_id: account.partnerId } : null
    }),
})
