import {
  createPartner,
  emptyTestPartner,
  LIMITS,
  PARTNER_STATUSES,
  renamePartner,
  resumePartner,
  setPartnerCoupon,
  setPartnerRateLimit,
  showPartner,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, listProcedure, reasonedProcedure, resolveAsActor, resolveWith, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { byId, choice, dateOrTime, displayName, email, integer, optional, recordId, text } from '../wire/fields.ts'
import { testFields, toSearch } from '../wire/pages.ts'
import { runOrRequest } from './approvals.ts'
import { couponCode } from './coupons.ts'

const rateLimitSchema = z.object({
  requests: integer(LIMITS.partnerRate.min, LIMITS.partnerRate.max, 'partner_rate'),
  until: dateOrTime()
    .refine((until) => until.getTime() > Date.now(), 'in_future' satisfies FieldError)
    .nullable()
    .default(null),
})

export const partners = router({
  create: internalProcedure('admin')
    .input(
      z.object({
        name: displayName(),
        coupon: optional(couponCode()),
        testOf: optional(recordId()),
        /** Is invited with all permissions. */
        manager: optional(z.object({ name: displayName(), email: email() })),
        dryRun: z.boolean().default(false),
      }),
    )
    .mutation(resolveAsActor(createPartner)),
  list: listProcedure({
    ...testFields,
    status: optional(choice(PARTNER_STATUSES)),
    name: optional(text()),
  }).query(({ ctx, input }) =>
    ctx.services.stores.operatorQueries.partners(...toSearch({ ...input, order: input.order ?? 'oldest' })),
  ),
  show: internalProcedure('viewer').input(byId).query(resolveWith(showPartner)),
  rename: internalProcedure('admin')
    .input(byId.extend({ name: displayName() }))
    .mutation(resolveAsActor(renamePartner)),
  suspend: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => runOrRequest(ctx, 'partner.suspend', input)),
  resume: internalProcedure('admin').input(byId).mutation(resolveAsActor(resumePartner)),
  empty: reasonedProcedure('admin').input(byId).mutation(resolveAsActor(emptyTestPartner)),
  setCoupon: internalProcedure('admin')
    .input(byId.extend({ coupon: couponCode().nullable() }))
    .mutation(({ ctx, input }) =>
      setPartnerCoupon(ctx.services, { actor: ctx.actor, id: input.id, code: input.coupon }),
    ),
  /** `null` restores the default. */
  setRateLimit: internalProcedure('admin')
    .input(byId.extend({ rateLimit: rateLimitSchema.nullable() }))
    .mutation(resolveAsActor(setPartnerRateLimit)),
})
