import { changeCoupon, type Coupon, createCoupon, findCoupon } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { count, dateOrTime, optional, patterned, wrongType } from '../wire/fields.ts'

/** A code that can be typed: letters, digits, hyphens and underscores. */
export const couponCode = () => patterned(/^[\w-]{1,64}$/, 'coupon_code')

const couponSchema = z.object({
  code: couponCode(),
  percent_off: z
    .int({ error: wrongType('not_integer') })
    .min(1, 'percent_off' satisfies FieldError)
    .max(100, 'percent_off' satisfies FieldError),
  expires: optional(dateOrTime()),
  max_redemptions: optional(count(1)),
})

export const coupons = router({
  create: internalProcedure('admin')
    .input(couponSchema)
    .mutation(async ({ ctx, input }) =>
      presentCoupon(
        await createCoupon(ctx.services, {
          actor: ctx.actor,
          code: input.code,
          percentOff: input.percent_off,
          expiresAt: input.expires ?? null,
          maxRedemptions: input.max_redemptions ?? null,
        }),
      ),
    ),
  show: internalProcedure('viewer')
    .input(z.object({ code: couponCode() }))
    .query(async ({ ctx, input }) => presentCoupon(await findCoupon(ctx.services, input))),
  /** An expiry or maximum of `null` removes it; an expiry in the past ends the coupon. */
  change: internalProcedure('admin')
    .input(
      z
        .object({
          code: couponCode(),
          expires: dateOrTime().nullable().optional(),
          max_redemptions: count(1).nullable().optional(),
        })
        .refine(({ expires, max_redemptions: most }) => expires !== undefined || most !== undefined, {
          path: ['expires'],
          message: 'nothing_to_change' satisfies FieldError,
        }),
    )
    .mutation(async ({ ctx, input: { code, expires, max_redemptions: maxRedemptions } }) => {
      const changes = {
        ...(expires !== undefined && { expiresAt: expires }),
        ...(maxRedemptions !== undefined && { maxRedemptions }),
      }
      return presentCoupon(await changeCoupon(ctx.services, { actor: ctx.actor, code, changes }))
    }),
  list: internalProcedure('viewer')
    .input(z.object(pageFields).prefault({}))
    .query(async ({ ctx, input }) =>
      presentPage(await ctx.services.stores.operatorQueries.coupons(pageRequest(input)), presentCoupon),
    ),
})

const presentCoupon = ({ id, code, percentOff, expiresAt, maxRedemptions, redemptions }: Coupon) => ({
  id,
  code,
  percent_off: percentOff,
  expires: expiresAt && formatDateTime(expiresAt),
  max_redemptions: maxRedemptions,
  redemptions,
})
