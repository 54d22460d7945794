import {
  activateMany,
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  createSubscription,
  LIMITS,
  resendActivation,
  SUBSCRIPTION_STATUSES,
} from '@partner-accounts/core'
import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import * as z from 'zod'
import { internalProcedure, reasonedProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { choice, count, fieldSchema, list, optional, recordId } from '../wire/fields.ts'
import { listFields, testFields, toSearch } from '../wire/pages.ts'
import { couponCode } from './coupons.ts'

const employees = fieldSchema(ACCOUNT_FIELDS.employees_quantity) as z.ZodType<number, number>

const ofAccount = z.object({ accountId: recordId() })

export const subscriptionChanges = z
  .object({
    employees: optional(employees),
    faceIds: optional(count(0)),
  })
  .refine(({ employees, faceIds }) => employees !== undefined || faceIds !== undefined, {
    path: ['employees'],
    message: 'nothing_to_change' satisfies FieldError,
  })

const newSubscriptionSchema = ofAccount.extend({
  employees,
  faceIds: count(0).default(0),
  coupon: optional(couponCode()),
})

export const subscriptions = {
  /** Lists subscriptions. */
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          ...testFields,
          status: optional(choice(SUBSCRIPTION_STATUSES)),
          partnerId: optional(recordId()),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => {
      const { filter, page } = toSearch(input)
      return ctx.services.stores.records.subscriptions(filter, page)
    }),
  /** Activates a subscription, and invites the administrator. Is idempotent. */
  activate: internalProcedure('support')
    .input(ofAccount)
    .mutation(({ ctx, input }) => activateSubscription(ctx.services, { actor: ctx.actor, ...input })),
  /** Activates the subscriptions of several accounts. `dryRun` only reports what it would do. */
  activateMany: internalProcedure('support')
    .input(
      z.object({
        accountIds: list(recordId(), LIMITS.activationsPerCall).min(1, 'required' satisfies FieldError),
        dryRun: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input }) => ({
      dryRun: input.dryRun,
      results: await activateMany(ctx.services, { actor: ctx.actor, ...input }),
    })),
  /** Resends the administrator's activation mail, with a new link. */
  resendActivationMail: internalProcedure('support')
    .input(ofAccount)
    .mutation(async ({ ctx, input }) => {
      await resendActivation(ctx.services, { actor: ctx.actor, ...input })
      return input
    }),
  /** Updates the number of employees or face ids. */
  update: internalProcedure('support')
    .input(ofAccount.and(subscriptionChanges))
    .mutation(({ ctx, input: { accountId, ...changes } }) =>
      changeSubscription(ctx.services, { actor: ctx.actor, accountId, changes }),
    ),
  /** Creates a subscription in place of a canceled one. */
  create: internalProcedure('admin')
    .input(newSubscriptionSchema)
    .mutation(({ ctx, input }) => createSubscription(ctx.services, { actor: ctx.actor, ...input })),
  /** Cancels a subscription. Is idempotent. */
  cancel: reasonedProcedure('admin')
    .input(ofAccount)
    .mutation(({ ctx, input }) => cancelSubscription(ctx.services, { actor: ctx.actor, ...input })),
}
