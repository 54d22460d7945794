import { type MailSummary, retryMail } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { recordId } from '../wire/fields.ts'

const LISTED = 100

export const mails = router({
  list: internalProcedure
    .input(z.object({ failed: z.boolean().default(false) }).prefault({}))
    .query(async ({ ctx, input }) =>
      (await ctx.services.stores.mails.list({ failedOnly: input.failed }, LISTED)).map(present),
    ),
  retry: internalProcedure
    .input(z.object({ id: recordId() }))
    .mutation(async ({ ctx, input }) => present(await retryMail(ctx.services, { actor: ctx.actor, ...input }))),
})

const present = ({ id, kind, recipient, status, attempts, lastError, createdAt, sentAt }: MailSummary) => ({
  id,
  kind,
  recipient,
  status,
  attempts,
  last_error: lastError,
  created: formatDateTime(createdAt),
  sent: sentAt && formatDateTime(sentAt),
})
