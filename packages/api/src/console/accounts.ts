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
import { internalProcedure, reasonedProcedure } from '../trpc.ts'
import { presentOverview } from '../wire/employer.ts'
import {
  byId,
  choice,
  count,
  dateOrTime,
  optional,
  pastedText,
  reason,
  recordId,
  searchedEmail,
  taxId,
  text,
} from '../wire/fields.ts'
import { listFields, testFields, toSearch } from '../wire/pages.ts'
import { correctionSchema, toCorrections } from './account-corrections.ts'

export const accounts = {
  /** Lists accounts by partner, status, tax ID, e-mail and time of creation. */
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          ...testFields,
          partnerId: optional(recordId()),
          status: optional(choice(SUBSCRIPTION_STATUSES)),
          taxId: optional(taxId()),
          email: optional(searchedEmail()),
          from: optional(dateOrTime('start')),
          to: optional(dateOrTime('end')),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => {
      const { filter, page } = toSearch(input)
      return ctx.services.stores.records.accounts(filter, page)
    }),
  /**
   * Returns an account by its id, tax ID or administrator's e-mail. Prefers live accounts to those of test partners.
   */
  get: internalProcedure('viewer')
    .input(z.object({ id: pastedText(LIMITS.emailLength) }))
    .query(async ({ ctx, input }) => presentOverview(await findAccountOverview(ctx.services, { reference: input.id }))),
  /** Corrects data of the employer, the administrator and the address. */
  correct: reasonedProcedure('support')
    .input(correctionSchema.safeExtend(byId.shape))
    .mutation(async ({ ctx, input: { id, reason, ...corrections } }) => {
      const change = { actor: ctx.actor, id, reason }
      return presentOverview(await correctAccount(ctx.services, { ...change, ...toCorrections(corrections) }))
    }),
  /** Erases the personal data of a canceled account. Is idempotent. */
  erase: internalProcedure('admin')
    .input(byId.extend({ reason: reason() }))
    .mutation(({ ctx, input }) => eraseAccount(ctx.services, { actor: ctx.actor, ...input })),
  /** Revokes the account's token. Is idempotent. */
  revokeToken: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => revokeApiToken(ctx.services, { actor: ctx.actor, ...input })),
  /** Replaces the account's token and secret. Only this response contains them. */
  reissueToken: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => reissueCredentials(ctx.services, { actor: ctx.actor, ...input })),
  /** Stores the number of active employees. */
  reportUsage: internalProcedure('support')
    .input(byId.extend({ activeEmployees: count(0) }))
    .mutation(async ({ ctx, input }) => {
      await reportUsage(ctx.services, { actor: ctx.actor, ...input })
      return input
    }),
  /**
   * Returns the account of a token, or `null`. The account-level API calls this procedure. It is a mutation, so that the
   * token stays out of the URL.
   */
  authenticateApiToken: internalProcedure('admin')
    .input(z.object({ apiToken: text(LIMITS.tokenLength), ...testFields }))
    .mutation(async ({ ctx, input }) => (await authenticateApiToken(ctx.services, input)) ?? null),
}
