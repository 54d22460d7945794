import {
  type AccountMatch,
  type AccountRecord,
  authenticateApiToken,
  correctAccount,
  findAccountOverview,
  LIMITS,
  reissueCredentials,
  reportUsage,
  revokeApiToken,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { byId, count, optional, recordId, searchedEmail, taxDocument, text } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'
import { correctionSchema, toCorrections } from './account-corrections.ts'
import { presentOverview } from './present-overview.ts'

export const accounts = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          partner_id: optional(recordId()),
          document: optional(taxDocument()),
          email: optional(searchedEmail()),
        })
        .prefault({}),
    )
    .query(async ({ ctx, input: { partner_id: partnerId, document, email, ...page } }) =>
      presentPage(
        await ctx.services.stores.operatorQueries.accounts({ partnerId, document, email }, pageRequest(page)),
        presentRecord,
      ),
    ),
  /** Finds the account by its id, document or administrator's e-mail. */
  show: internalProcedure('viewer')
    .input(z.object({ id: text(LIMITS.emailLength) }))
    .query(async ({ ctx, input }) => presentOverview(await findAccountOverview(ctx.services, { reference: input.id }))),
  /** Corrects the employer and the administrator. A `financial_email` of `null` removes it. */
  correct: internalProcedure('support')
    .input(byId.and(correctionSchema))
    .mutation(async ({ ctx, input: { id, ...corrections } }) =>
      presentOverview(await correctAccount(ctx.services, { actor: ctx.actor, id, ...toCorrections(corrections) })),
    ),
  revokeToken: internalProcedure('admin')
    .input(byId)
    .mutation(async ({ ctx, input }) => {
      await revokeApiToken(ctx.services, { actor: ctx.actor, ...input })
      return { id: input.id, api_token_status: 'revoked' as const }
    }),
  reissueToken: internalProcedure('admin')
    .input(byId)
    .mutation(async ({ ctx, input }) => {
      const { id, apiToken, secret } = await reissueCredentials(ctx.services, { actor: ctx.actor, ...input })
      return { id, api_token: apiToken, secret }
    }),
  reportUsage: internalProcedure('support')
    .input(byId.extend({ active_employees: count(0) }))
    .mutation(async ({ ctx, input: { id, active_employees: activeEmployees } }) => {
      await reportUsage(ctx.services, { actor: ctx.actor, id, activeEmployees })
      return { id, active_employees: activeEmployees }
    }),
  /** For the account-level API. It is a mutation, so the token is sent in the body and not in the URL. */
  authenticateApiToken: internalProcedure('admin')
    .input(z.object({ api_token: text(LIMITS.tokenLength) }))
    .mutation(async ({ ctx, input }) => {
      const account = await authenticateApiToken(ctx.services, { apiToken: input.api_token })
      return account ? { account_id: account.id, partner_id: account.partnerId } : null
    }),
})

const presentRecord = (account: AccountRecord) => ({
  id: account.id,
  partner_id: account.partnerId,
  partner_name: account.partnerName,
  created: formatDateTime(account.createdAt),
  name: account.name,
  cpf: account.cpf,
  cnpj: account.cnpj,
  administrator_email: account.administratorEmail,
  subscription_status: account.subscriptionStatus,
  subscription_employees: account.subscriptionEmployees,
})

export const presentAccountMatch = (account: AccountMatch) => ({
  id: account.id,
  partner_id: account.partnerId,
  created: formatDateTime(account.createdAt),
  name: account.name,
  trade_name: account.tradeName,
  cpf: account.cpf,
  cnpj: account.cnpj,
  administrator_email: account.administrator.email,
  subscription_status: account.subscriptionStatus,
})
