import type { Actor } from '../audit/audit-trail.ts'
import type { IdGenerator } from '../ids/id-generator.ts'
import type { Transact } from '../unit-of-work.ts'
import type { Coupon } from './coupon.ts'

/** What an operator tells of a new coupon. */
export type CreateCouponRequest = Pick<Coupon, 'code' | 'percentOff' | 'expiresAt' | 'maxRedemptions'>

/** @throws DomainError `coupon-code-taken` */
export const createCoupon = (
  { transact, newId }: { transact: Transact; newId: IdGenerator },
  actor: Actor,
  request: CreateCouponRequest,
): Promise<Coupon> =>
  transact(async ({ coupons, audit }) => {
    const coupon: Coupon = { id: newId(), ...request, redemptions: 0 }
    await coupons.add(coupon)
    await audit.record({ actor, action: 'coupon.created', subjectId: coupon.id, partnerId: null, accountId: null })
    return coupon
  })
