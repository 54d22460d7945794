import {
  activateMany,
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  LIMITS,
  resendActivation,
  type Subscription,
  SUBSCRIPTION_STATUSES,
  type SubscriptionRecord,
} from '@partner-accounts/core'
import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { choice, count, fieldSchema, optional, recordId, wrongType } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'

const employees = fieldSchema(ACCOUNT_FIELDS.employees_quantity) as z.ZodType<number, number>

const ofAccount = z.object({ account_id: recordId() })

const changeSchema = ofAccount
  .extend({
    employees: optional(employees),
    face_ids: optional(count(0)),
  })
  .refine(({ employees, face_ids }) => employees !== undefined || face_ids !== undefined, {
    path: ['employees'],
    message: 'nothing_to_change' satisfies FieldError,
  })

export const subscriptions = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          status: optional(choice(SUBSCRIPTION_STATUSES)),
          partner_id: optional(recordId()),
        })
        .prefault({}),
    )
    .query(async ({ ctx, input: { status, partner_id: partnerId, ...page } }) =>
      presentPage(
        await ctx.services.stores.operatorQueries.subscriptions({ status, partnerId }, pageRequest(page)),
        presentRecord,
      ),
    ),
  activate: internalProcedure('support')
    .input(ofAccount)
    .mutation(async ({ ctx, input }) =>
      present(await activateSubscription(ctx.services, { actor: ctx.actor, accountId: input.account_id })),
    ),
  /** Activates the subscriptions of many accounts. With `dry_run`, only reports what it would do. */
  activateMany: internalProcedure('support')
    .input(
      z.object({
        account_ids: z
          .array(recordId(), { error: wrongType('not_list') })
          .min(1, 'required' satisfies FieldError)
          .max(LIMITS.activationsPerCall, 'too_many_records' satisfies FieldError),
        dry_run: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input: { account_ids: accountIds, dry_run: dryRun } }) => {
      const results = await activateMany(ctx.services, { actor: ctx.actor, accountIds, dryRun })
      return { dry_run: dryRun, results: results.map(({ accountId, result }) => ({ account_id: accountId, result })) }
    }),
  /** Mails a new activation link to the administrator of an account whose subscription is active. */
  resendActivation: internalProcedure('support')
    .input(ofAccount)
    .mutation(async ({ ctx, input }) => {
      await resendActivation(ctx.services, { actor: ctx.actor, accountId: input.account_id })
      return input
    }),
  change: internalProcedure('support')
    .input(changeSchema)
    .mutation(async ({ ctx, input: { account_id: accountId, employees, face_ids: faceIds } }) =>
      present(await changeSubscription(ctx.services, { actor: ctx.actor, accountId, changes: { employees, faceIds } })),
    ),
  cancel: internalProcedure('admin')
    .input(ofAccount)
    .mutation(async ({ ctx, input }) =>
      present(await cancelSubscription(ctx.services, { actor: ctx.actor, accountId: input.account_id })),
    ),
})

const present = ({ id, status, employees, faceIds, percentOff }: Omit<Subscription, 'couponId'>) => ({
  id,
  status,
  employees,
  face_ids: faceIds,
  percent_off: percentOff,
})

const presentRecord = (subscription: SubscriptionRecord) => ({
  ...present(subscription),
  account_id: subscription.accountId,
  account_name: subscription.accountName,
  partner_id: subscription.partnerId,
  partner_name: subscription.partnerName,
  created: formatDateTime(subscription.createdAt),
  activated: subscription.activatedAt && formatDateTime(subscription.activatedAt),
  canceled: subscription.canceledAt && formatDateTime(subscription.canceledAt),
})
