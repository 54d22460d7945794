import { changeCoupon, createCoupon, findCoupon } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, listProcedure, resolveAsActor, resolveWith, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { count, dateOrTime, integer, patterned } from '../wire/fields.ts'

export const couponCode = () => patterned(/^[\w-]{1,64}$/, 'coupon_code')

const limits = { expiresAt: dateOrTime().nullable(), maxRedemptions: count(1).nullable() }

const couponSchema = z.object({
  code: couponCode(),
  percentOff: integer(1, 100, 'percent_off'),
  expiresAt: limits.expiresAt.default(null),
  maxRedemptions: limits.maxRedemptions.default(null),
})

export const coupons = router({
  create: internalProcedure('admin').input(couponSchema).mutation(resolveAsActor(createCoupon)),
  show: internalProcedure('viewer')
    .input(z.object({ code: couponCode() }))
    .query(resolveWith(findCoupon)),
  /** `null` removes the expiry or maximum; a past expiry ends the coupon. */
  change: internalProcedure('admin')
    .input(
      z
        .object({ code: couponCode(), ...limits })
        .partial({ expiresAt: true, maxRedemptions: true })
        .refine(({ expiresAt, maxRedemptions }) => expiresAt !== undefined || maxRedemptions !== undefined, {
          path: ['expiresAt'],
          message: 'nothing_to_change' satisfies FieldError,
        }),
    )
    .mutation(({ ctx, input: { code, expiresAt, maxRedemptions } }) => {
      const changes = {
        ...(expiresAt !== undefined && { expiresAt }),
        ...(maxRedemptions !== undefined && { maxRedemptions }),
      }
      return changeCoupon(ctx.services, { actor: ctx.actor, code, changes })
    }),
  list: listProcedure({}).query(({ ctx, input }) =>
    ctx.services.stores.operatorQueries.coupons({ ...input, order: input.order ?? 'oldest' }),
  ),
})
