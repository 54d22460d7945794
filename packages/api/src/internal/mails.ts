import {
  discardMail,
  MAIL_KINDS,
  MAIL_STATUSES,
  type MailPreview,
  type MailRecord,
  type MailSummary,
  previewMail,
  retryMail,
  retryMails,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { byId, choice, dateOrTime, optional, recordId, searchedEmail } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'

/** The filters of lists of mails, except for the status. */
const filterFields = {
  kind: optional(choice(MAIL_KINDS)),
  recipient: optional(searchedEmail()),
  partner_id: optional(recordId()),
  account_id: optional(recordId()),
  from: optional(dateOrTime('start')),
  to: optional(dateOrTime()),
}

type Filter = z.output<z.ZodObject<typeof filterFields>>

const toFilter = ({ partner_id: partnerId, account_id: accountId, ...filter }: Filter) => ({
  ...filter,
  partnerId,
  accountId,
})

export const mails = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          status: optional(choice(MAIL_STATUSES)),
          /** Short for the status `failed`. */
          failed: z.boolean().default(false),
          ...filterFields,
        })
        .prefault({}),
    )
    .query(async ({ ctx, input: { cursor, limit, failed, status, ...filter } }) =>
      presentPage(
        await ctx.services.stores.operatorQueries.mails(
          { ...toFilter(filter), status: failed ? 'failed' : status },
          pageRequest({ cursor, limit }),
        ),
        presentMailRecord,
      ),
    ),
  /** Renders a mail that has not been sent, without the token of its link. */
  preview: internalProcedure('viewer')
    .input(byId)
    .query(async ({ ctx, input }) => presentPreview(await previewMail(ctx.services, input))),
  /** Queues a page of the failed mails again. With `dry_run`, only returns them. */
  retryMany: internalProcedure('support')
    .input(z.object({ ...pageFields, ...filterFields, dry_run: z.boolean().default(false) }).prefault({}))
    .mutation(async ({ ctx, input: { cursor, limit, dry_run: dryRun, ...filter } }) => {
      const page = pageRequest({ cursor, limit })
      const retried = await retryMails(ctx.services, { actor: ctx.actor, filter: toFilter(filter), page, dryRun })
      return { dry_run: dryRun, ...presentPage(retried, presentMailRecord) }
    }),
  retry: internalProcedure('support')
    .input(byId)
    .mutation(async ({ ctx, input }) => present(await retryMail(ctx.services, { actor: ctx.actor, ...input }))),
  discard: internalProcedure('support')
    .input(byId)
    .mutation(async ({ ctx, input }) =>
      presentMailRecord(await discardMail(ctx.services, { actor: ctx.actor, ...input })),
    ),
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

const presentPreview = ({ mail, subject, text, html }: MailPreview) => ({ ...present(mail), subject, text, html })

export const presentMailRecord = ({ partnerId, accountId, ...mail }: MailRecord) => ({
  ...present(mail),
  partner_id: partnerId,
  account_id: accountId,
})
