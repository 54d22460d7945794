import { DomainError } from '../errors.ts'
import type { Stores } from '../unit-of-work.ts'
import type { Coupon } from './coupon.ts'

/**
 * Returns the coupon with the code.
 *
 * @throws DomainError `coupon-not-found`
 */
export async function findCoupon({ coupons }: Stores, code: string): Promise<Coupon> {
  const coupon = await coupons.find(code)
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}
