import { MAIL_STATUSES, type MailKind, type MailRecord, type MailSummary, retryMail } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { optional, recordId, searchedEmail, wrongType } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'

const KINDS = Object.keys({
  'portal-user-invitation': true,
  'password-reset': true,
  'password-changed': true,
  'administrator-activation': true,
  'administrator-welcome': true,
} satisfies Record<MailKind, true>) as MailKind[]

export const mails = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          status: optional(z.enum(MAIL_STATUSES, { error: wrongType('choice') })),
          /** Short for the status `failed`. */
          failed: z.boolean().default(false),
          kind: optional(z.enum(KINDS, { error: wrongType('choice') })),
          recipient: optional(searchedEmail()),
          partner_id: optional(recordId()),
          account_id: optional(recordId()),
        })
        .prefault({}),
    )
    .query(
      async ({
        ctx,
        input: { failed, status, kind, recipient, partner_id: partnerId, account_id: accountId, ...page },
      }) =>
        presentPage(
          await ctx.services.stores.operatorQueries.mails(
            { status: failed ? 'failed' : status, kind, recipient, partnerId, accountId },
            pageRequest(page),
          ),
          presentMailRecord,
        ),
    ),
  retry: internalProcedure('support')
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

export const presentMailRecord = ({ partnerId, accountId, ...mail }: MailRecord) => ({
  ...present(mail),
  partner_id: partnerId,
  account_id: accountId,
})
