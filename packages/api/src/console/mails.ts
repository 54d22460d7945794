import { discardMail, MAIL_KINDS, MAIL_STATUSES, previewMail, retryMail, retryMails } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import { byId, choice, dateOrTime, optional, recordId, searchedEmail } from '../wire/fields.ts'
import { listFields, pageFields, testFields, toSearch } from '../wire/pages.ts'

const filterFields = {
  kind: optional(choice(MAIL_KINDS)),
  recipient: optional(searchedEmail()),
  partnerId: optional(recordId()),
  accountId: optional(recordId()),
  from: optional(dateOrTime('start')),
  to: optional(dateOrTime('end')),
}

export const mails = {
  /** Lists mails without their contents. */
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          ...testFields,
          status: optional(choice(MAIL_STATUSES)),
          // Equivalent to the status `failed`, for callers from before `status` was added.
          failed: z.boolean().default(false),
          ...filterFields,
        })
        .prefault({}),
    )
    .query(({ ctx, input: { failed, ...input } }) => {
      const { filter, page } = toSearch({ ...input, status: failed ? 'failed' : input.status })
      return ctx.services.stores.records.mails(filter, page)
    }),
  /** Returns a mail with its content, but without the link's token. */
  get: internalProcedure('viewer')
    .input(byId)
    .query(({ ctx, input }) => previewMail(ctx.services, input)),
  /** Retries failed mails, or those that wait for a retry. `dryRun` only returns them. */
  retryMany: internalProcedure('support')
    .input(
      z
        .object({
          ...pageFields,
          ...filterFields,
          status: choice(['failed', 'queued']).default('failed'),
          dryRun: z.boolean().default(false),
        })
        .prefault({}),
    )
    .mutation(async ({ ctx, input: { cursor, limit, dryRun, status, ...filter } }) => {
      const retried = await retryMails(ctx.services, {
        actor: ctx.actor,
        filter,
        status,
        page: { cursor, limit },
        dryRun,
      })
      return { dryRun, ...retried }
    }),
  /** Retries a mail that failed or is waiting for a retry. */
  retry: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => retryMail(ctx.services, { actor: ctx.actor, ...input })),
  /** Deletes an unsent mail. */
  delete: internalProcedure('support')
    .input(byId)
    .mutation(({ ctx, input }) => discardMail(ctx.services, { actor: ctx.actor, ...input })),
}
