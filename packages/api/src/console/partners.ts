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
  suspendPartner,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, reasonedProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import {
  byId,
  choice,
  dateOrTime,
  displayName,
  email,
  integer,
  optional,
  pastedText,
  recordId,
} from '../wire/fields.ts'
import { listFields, testFields, toSearch } from '../wire/pages.ts'
import { couponCode } from './coupons.ts'

const rateLimitSchema = z.object({
  requests: integer(LIMITS.partnerRate.min, LIMITS.partnerRate.max, 'partner_rate'),
  until: dateOrTime('end')
    .refine((until) => until.getTime() > Date.now(), 'in_future' satisfies FieldError)
    .nullable()
    .default(null),
})

export const partners = {
  /** Creates a partner, or the test partner of `testOf`. Invites a `manager`, if given. `dryRun` only reports errors. */
  create: internalProcedure('admin')
    .input(
      z.object({
        name: displayName(),
        coupon: optional(couponCode()),
        testOf: optional(recordId()),
        /** The partner's first portal user, who is invited with all permissions. */
        manager: optional(z.object({ name: displayName(), email: email() })),
        dryRun: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input }) => createPartner(ctx.services, { actor: ctx.actor, ...input })),
  /** Lists partners, oldest first. */
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...listFields,
          ...testFields,
          status: optional(choice(PARTNER_STATUSES)),
          name: optional(pastedText()),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => {
      const { filter, page } = toSearch({ ...input, order: input.order ?? 'oldest' })
      return ctx.services.stores.records.partners(filter, page)
    }),
  /** Returns a partner. */
  get: internalProcedure('viewer')
    .input(byId)
    .query(({ ctx, input }) => showPartner(ctx.services, input)),
  /** Sets the name. */
  setName: internalProcedure('admin')
    .input(byId.extend({ name: displayName() }))
    .mutation(({ ctx, input }) => renamePartner(ctx.services, { actor: ctx.actor, ...input })),
  /** Suspends a partner. Its users can still sign in. */
  suspend: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => suspendPartner(ctx.services, { actor: ctx.actor, ...input })),
  /** Resumes a suspended partner. */
  resume: internalProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => resumePartner(ctx.services, { actor: ctx.actor, ...input })),
  /** Deletes a test partner's accounts, mails and events. Stops after two seconds. Repeat the call until `isEmpty`. */
  empty: reasonedProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => emptyTestPartner(ctx.services, { actor: ctx.actor, ...input })),
  /** Sets the coupon of the partner's new accounts. `null` removes it. */
  setCoupon: internalProcedure('admin')
    .input(byId.extend({ coupon: couponCode().nullable() }))
    .mutation(({ ctx, input }) =>
      setPartnerCoupon(ctx.services, { actor: ctx.actor, id: input.id, code: input.coupon }),
    ),
  /** Sets the rate limit, for some time or permanently. `null` restores the default. */
  setRateLimit: internalProcedure('admin')
    .input(byId.extend({ rateLimit: rateLimitSchema.nullable() }))
    .mutation(({ ctx, input }) => setPartnerRateLimit(ctx.services, { actor: ctx.actor, ...input })),
}
