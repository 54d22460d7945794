import {
  authenticateApiToken,
  correctAccount,
  eraseAccount,
  findAccountOverview,
  LIMITS,
  reissueCredentials,
  reportUsage,
  revokeApiToken,
  SUBSCRIPTION_STATUSES,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, reasonedProcedure, router } from '../trpc.ts'
import { presentOverview } from '../wire/employer.ts'
import {
  byId,
  choice,
  count,
  dateOrTime,
  optional,
  reason,
  recordId,
  searchedEmail,
  taxId,
  text,
} from '../wire/fields.ts'
import { listFields, toSearch } from '../wire/pages.ts'
import { correctionSchema, toCorrections } from './account-corrections.ts'

export const accounts = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          partnerId: optional(recordId()),
          status: optional(choice(SUBSCRIPTION_STATUSES)),
          document: optional(taxId()),
          email: optional(searchedEmail()),
          from: optional(dateOrTime('start')),
          to: optional(dateOrTime()),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => ctx.services.stores.operatorQueries.accounts(...toSearch(input))),
  show: internalProcedure('viewer')
    .input(z.object({ id: text(LIMITS.emailLength) }))
    .query(async ({ ctx, input }) => presentOverview(await findAccountOverview(ctx.services, { reference: input.id }))),
  correct: reasonedProcedure('support')
    .input(correctionSchema.safeExtend(byId.shape))
    .mutation(async ({ ctx, input: { id, reason, ...corrections } }) =>
      presentOverview(
        await correctAccount(ctx.services, { actor: ctx.actor, id, reason, ...toCorrections(corrections) }),
      ),
    ),
  erase: internalProcedure('admin')
    .input(byId.extend({ reason: reason() }))
    .mutation(({ ctx, input }) => eraseAccount(ctx.services, { actor: ctx.actor, ...input })),
  revokeToken: reasonedProcedure('admin')
    .input(byId)
    .mutation(async ({ ctx, input }) => {
      await revokeApiToken(ctx.services, { actor: ctx.actor, ...input })
      return { id: input.id, apiTokenStatus: 'revoked' as const }
    }),
  reissueToken: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => reissueCredentials(ctx.services, { actor: ctx.actor, ...input })),
  reportUsage: internalProcedure('support')
    .input(byId.extend({ activeEmployees: count(0) }))
    .mutation(async ({ ctx, input }) => {
      await reportUsage(ctx.services, { actor: ctx.actor, ...input })
      return input
    }),
  /** For the account-level API. A mutation, so that the token stays out of the URL. */
  authenticateApiToken: internalProcedure('admin')
    .input(z.object({ apiToken: text(LIMITS.tokenLength) }))
    .mutation(async ({ ctx, input }) => (await authenticateApiToken(ctx.services, input)) ?? null),
})
