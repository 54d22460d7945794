import {
  authenticateApiToken,
  eraseAccount,
  findAccountOverview,
  LIMITS,
  reportUsage,
  SUBSCRIPTION_STATUSES,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, listProcedure, reasonedProcedure, resolveAsActor, router } from '../trpc.ts'
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
import { testFields, toSearch } from '../wire/pages.ts'
import { runOrRequest } from './approvals.ts'
import { correctionSchema, toCorrections } from './account-corrections.ts'

export const accounts = router({
  list: listProcedure({
    ...testFields,
    partnerId: optional(recordId()),
    status: optional(choice(SUBSCRIPTION_STATUSES)),
    taxId: optional(taxId()),
    email: optional(searchedEmail()),
    from: optional(dateOrTime('start')),
    to: optional(dateOrTime()),
  }).query(({ ctx, input }) => ctx.services.stores.operatorQueries.accounts(...toSearch(input))),
  show: internalProcedure('viewer')
    .input(z.object({ id: text(LIMITS.emailLength) }))
    .query(async ({ ctx, input }) => presentOverview(await findAccountOverview(ctx.services, { reference: input.id }))),
  correct: reasonedProcedure('support')
    .input(correctionSchema.safeExtend(byId.shape))
    .mutation(({ ctx, input: { id, reason, ...corrections } }) =>
      runOrRequest(ctx, 'account.correct', { id, reason, ...toCorrections(corrections) }),
    ),
  erase: internalProcedure('admin')
    .input(byId.extend({ reason: reason() }))
    .mutation(resolveAsActor(eraseAccount)),
  revokeToken: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => runOrRequest(ctx, 'account.revoke-token', input)),
  reissueToken: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => runOrRequest(ctx, 'account.reissue-token', input)),
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
