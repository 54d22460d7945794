import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { Coupon } from './coupon.ts'

/** @throws `coupon-not-found` */
export async function findCoupon(
  { stores: { coupons } }: Pick<Dependencies, 'stores'>,
  { code }: { code: string },
): Promise<Coupon> {
  const coupon = await coupons.find(code)
  if (!coupon) throw new DomainError('coupon-not-found')
  return coupon
}
