import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { Coupon } from './coupon.ts'

/** @throws `coupon-not-found` */
export async function findCoupon(
  { stores: { coupons } }: Pick<Dependencies, 'stores'>,
  { code }: { code: string },
): Promise<Coupon> {
  return required(await coupons.find(code), 'coupon-not-found')
}
