import { activateSubscription, cancelSubscription, changeSubscription, type Subscription } from '@partner-accounts/core'
import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { count, fieldSchema, optional, recordId } from '../wire/fields.ts'

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
  activate: internalProcedure
    .input(ofAccount)
    .mutation(async ({ ctx, input }) =>
      present(await activateSubscription(ctx.services, { actor: ctx.actor, accountId: input.account_id })),
    ),
  change: internalProcedure
    .input(changeSchema)
    .mutation(async ({ ctx, input: { account_id: accountId, employees, face_ids: faceIds } }) =>
      present(await changeSubscription(ctx.services, { actor: ctx.actor, accountId, changes: { employees, faceIds } })),
    ),
  cancel: internalProcedure
    .input(ofAccount)
    .mutation(async ({ ctx, input }) =>
      present(await cancelSubscription(ctx.services, { actor: ctx.actor, accountId: input.account_id })),
    ),
})

const present = ({ id, status, employees, faceIds, percentOff }: Subscription) => ({
  id,
  status,
  employees,
  face_ids: faceIds,
  percent_off: percentOff,
})
