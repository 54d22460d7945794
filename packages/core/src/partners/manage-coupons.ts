import type { Actor } from '../audit/actor.ts'
import { type Dependencies, inTransaction } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { CouponChanges } from './coupon-store.ts'
import type { Coupon } from './coupon.ts'

export interface CreateCouponInput extends Pick<Coupon, 'code' | 'percentOff' | 'expiresAt' | 'maxRedemptions'> {
  actor: Actor
}

/** @throws `coupon-code-taken` */
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

type ChangeCouponInput = { actor: Actor; code: string; changes: CouponChanges }

/**
 * Changes a coupon. Past redemptions stay.
 *
 * @throws `coupon-not-found`, `coupon-redeemed-more-often`
 */
export const changeCoupon = inTransaction(async (stores, { actor, code, changes }: ChangeCouponInput) => {
  const { id } = await findCoupon({ stores }, { code })
  const changed = required(await stores.coupons.change(id, changes), 'coupon-redeemed-more-often')
  await stores.audit.record({ actor, action: 'coupon.changed', subjectId: id })
  return changed
})

/** @throws `coupon-not-found` */
export async function findCoupon(
  { stores: { coupons } }: Pick<Dependencies, 'stores'>,
  { code }: { code: string },
): Promise<Coupon> {
  return required(await coupons.find(code), 'coupon-not-found')
}
