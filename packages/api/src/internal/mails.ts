import { discardMail, MAIL_KINDS, MAIL_STATUSES, previewMail, retryMail, retryMails } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, listProcedure, resolveAsActor, resolveWith, router } from '../trpc.ts'
import { byId, choice, dateOrTime, optional, recordId, searchedEmail } from '../wire/fields.ts'
import { pageFields, testFields, toSearch } from '../wire/pages.ts'

const filterFields = {
  kind: optional(choice(MAIL_KINDS)),
  recipient: optional(searchedEmail()),
  partnerId: optional(recordId()),
  accountId: optional(recordId()),
  from: optional(dateOrTime('start')),
  to: optional(dateOrTime()),
}

export const mails = router({
  list: listProcedure({
    ...testFields,
    status: optional(choice(MAIL_STATUSES)),
    failed: z.boolean().default(false),
    ...filterFields,
  }).query(({ ctx, input: { failed, ...input } }) =>
    ctx.services.stores.operatorQueries.mails(...toSearch({ ...input, status: failed ? 'failed' : input.status })),
  ),
  /** Omits the link's token. */
  preview: internalProcedure('viewer').input(byId).query(resolveWith(previewMail)),
  /** `dryRun` only returns the mails. */
  retryMany: internalProcedure('support')
    .input(z.object({ ...pageFields, ...filterFields, dryRun: z.boolean().default(false) }).prefault({}))
    .mutation(async ({ ctx, input: { cursor, limit, dryRun, ...filter } }) => {
      const page = { cursor, limit }
      return { dryRun, ...(await retryMails(ctx.services, { actor: ctx.actor, filter, page, dryRun })) }
    }),
  retry: internalProcedure('support').input(byId).mutation(resolveAsActor(retryMail)),
  discard: internalProcedure('support').input(byId).mutation(resolveAsActor(discardMail)),
})
