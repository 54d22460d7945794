import type { Actor } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Coupon } from './coupon.ts'

/** A new coupon, and who creates it. */
export interface CreateCouponInput extends Pick<Coupon, 'code' | 'percentOff' | 'expiresAt' | 'maxRedemptions'> {
  actor: Actor
}

/**
 * Creates a coupon.
 *
 * @throws DomainError `coupon-code-taken`
 */
export const createCoupon = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, ...input }: CreateCouponInput,
): Promise<Coupon> =>
  transact(async ({ coupons, audit }) => {
    const coupon: Coupon = { id: newId(), ...input, redemptions: 0 }
    await coupons.add(coupon)
    await audit.record({ actor, action: 'coupon.created', subjectId: coupon.id })
    return coupon
  })
