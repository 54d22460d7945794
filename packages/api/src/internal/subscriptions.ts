import {
  activateMany,
  activateSubscription,
  changeSubscription,
  createSubscription,
  LIMITS,
  resendActivation,
  SUBSCRIPTION_STATUSES,
} from '@partner-accounts/core'
import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import * as z from 'zod'
import { internalProcedure, listProcedure, reasonedProcedure, resolveAsActor, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { choice, count, fieldSchema, list, optional, recordId } from '../wire/fields.ts'
import { testFields, toSearch } from '../wire/pages.ts'
import { runOrRequest } from './approvals.ts'
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

const newSchema = ofAccount.extend({ employees, faceIds: count(0).default(0), coupon: optional(couponCode()) })

export const subscriptions = router({
  list: listProcedure({
    ...testFields,
    status: optional(choice(SUBSCRIPTION_STATUSES)),
    partnerId: optional(recordId()),
  }).query(({ ctx, input }) => ctx.services.stores.operatorQueries.subscriptions(...toSearch(input))),
  activate: internalProcedure('support').input(ofAccount).mutation(resolveAsActor(activateSubscription)),
  /** With `dryRun`, only reports what it would do. */
  activateMany: internalProcedure('support')
    .input(
      z.object({
        accountIds: list(recordId())
          .min(1, 'required' satisfies FieldError)
          .max(LIMITS.activationsPerCall),
        dryRun: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input }) => ({
      dryRun: input.dryRun,
      results: await activateMany(ctx.services, { actor: ctx.actor, ...input }),
    })),
  resendActivation: internalProcedure('support')
    .input(ofAccount)
    .mutation(async ({ ctx, input }) => {
      await resendActivation(ctx.services, { actor: ctx.actor, ...input })
      return input
    }),
  change: internalProcedure('support')
    .input(ofAccount.and(subscriptionChanges))
    .mutation(({ ctx, input: { accountId, ...changes } }) =>
      changeSubscription(ctx.services, { actor: ctx.actor, accountId, changes }),
    ),
  create: internalProcedure('admin').input(newSchema).mutation(resolveAsActor(createSubscription)),
  cancel: reasonedProcedure('admin')
    .input(ofAccount)
    .mutation(({ ctx, input: { accountId: id, reason } }) => runOrRequest(ctx, 'subscription.cancel', { id, reason })),
})
