import { createPartner, resumePartner, setPartnerCoupon, suspendPartner } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { displayName, optional, recordId } from '../wire/fields.ts'
import { couponCode } from './coupons.ts'

const byId = z.object({ id: recordId() })

export const partners = router({
  create: internalProcedure
    .input(z.object({ name: displayName(), coupon: optional(couponCode()) }))
    .mutation(({ ctx, input }) =>
      createPartner(ctx.services, { actor: ctx.actor, name: input.name, coupon: input.coupon }),
    ),
  list: internalProcedure.query(({ ctx }) => ctx.services.stores.partners.list()),
  suspend: internalProcedure
    .input(byId)
    .mutation(({ ctx, input }) => suspendPartner(ctx.services, { actor: ctx.actor, ...input })),
  resume: internalProcedure
    .input(byId)
    .mutation(({ ctx, input }) => resumePartner(ctx.services, { actor: ctx.actor, ...input })),
  setCoupon: internalProcedure
    .input(byId.extend({ coupon: couponCode().nullable() }))
    .mutation(({ ctx, input }) =>
      setPartnerCoupon(ctx.services, { actor: ctx.actor, id: input.id, code: input.coupon }),
    ),
})
