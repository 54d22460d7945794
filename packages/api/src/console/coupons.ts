import { changeCoupon, createCoupon, findCoupon } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { count, dateOrTime, integer, patterned } from '../wire/fields.ts'
import { listFields } from '../wire/pages.ts'

export const couponCode = () => patterned(/^[\w-]{1,64}$/, 'coupon_code')

const limits = { expiresAt: dateOrTime('end').nullable(), maxRedemptions: count(1).nullable() }

const couponSchema = z.object({
  code: couponCode(),
  percentOff: integer(1, 100, 'percent_off'),
  expiresAt: limits.expiresAt.default(null),
  maxRedemptions: limits.maxRedemptions.default(null),
})

export const coupons = {
  /** Creates a coupon. */
  create: internalProcedure('admin')
    .input(couponSchema)
    .mutation(({ ctx, input }) => createCoupon(ctx.services, { actor: ctx.actor, ...input })),
  /** Returns a coupon by its code. */
  get: internalProcedure('viewer')
    .input(z.object({ code: couponCode() }))
    .query(({ ctx, input }) => findCoupon(ctx.services, input)),
  /**
   * Updates the expiry or the maximum of redemptions. `null` removes them, and an expiry in the past ends the coupon.
   */
  update: internalProcedure('admin')
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
  /** Lists coupons, oldest first. */
  list: internalProcedure('viewer')
    .input(z.object({ ...listFields }).prefault({}))
    .query(({ ctx, input }) => ctx.services.stores.records.coupons({}, { ...input, order: input.order ?? 'oldest' })),
}
