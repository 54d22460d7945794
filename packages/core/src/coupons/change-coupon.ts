import type { Actor } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { Coupon } from './coupon.ts'
import type { CouponChanges } from './coupon-store.ts'
import { findCoupon } from './find-coupon.ts'

export interface ChangeCouponInput {
  actor: Actor
  code: string
  changes: CouponChanges
}

/**
 * Changes when a coupon expires or how often it may be redeemed. Accounts that redeemed it do not change.
 *
 * @throws DomainError `coupon-not-found`, `coupon-redeemed-more-often`
 */
export const changeCoupon = (
  { transact }: Pick<Dependencies, 'transact'>,
  { actor, code, changes }: ChangeCouponInput,
): Promise<Coupon> =>
  transact(async (stores) => {
    const { id } = await findCoupon({ stores }, { code })
    const changed = await stores.coupons.change(id, changes)
    if (!changed) throw new DomainError('coupon-redeemed-more-often')
    await stores.audit.record({ actor, action: 'coupon.changed', subjectId: id })
    return changed
  })
