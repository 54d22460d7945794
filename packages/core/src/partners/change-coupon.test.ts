import { describe, expect, it } from 'vitest'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import type { Coupon } from './coupon.ts'
import { changeCoupon, findCoupon } from './manage-coupons.ts'

const COUPON: Coupon = {
  id: 'c1',
  code: 'WELCOME',
  percentOff: 15,
  expiresAt: null,
  maxRedemptions: 3,
  redemptions: 2,
}

/** A store with one coupon, which rejects a maximum below its redemptions. */
const storeWithCoupon = () =>
  stubDependencies({
    coupons: {
      find: (code) => Promise.resolve(code === COUPON.code ? COUPON : undefined),
      change(id, changes) {
        const { maxRedemptions } = changes
        const isTooLow = typeof maxRedemptions === 'number' && maxRedemptions < COUPON.redemptions
        return Promise.resolve(id !== COUPON.id || isTooLow ? undefined : { ...COUPON, ...changes })
      },
    },
  })

const change = (dependencies: ReturnType<typeof storeWithCoupon>, code: string, maxRedemptions: number) =>
  changeCoupon(dependencies, { actor: OPERATOR, code, changes: { maxRedemptions } })

describe('changeCoupon', () => {
  it('changes the coupon with the code and records who changed it', async () => {
    const dependencies = storeWithCoupon()
    expect(await change(dependencies, 'WELCOME', 2)).toEqual({ ...COUPON, maxRedemptions: 2 })
    expect(dependencies.recorded).toEqual([{ actor: OPERATOR, action: 'coupon.changed', subjectId: 'c1' }])
  })

  it.each([
    ['a maximum below the redemptions', 'WELCOME', 'coupon-redeemed-more-often'],
    ['an unknown code', 'GOODBYE', 'coupon-not-found'],
  ])('rejects %s and records nothing', async (_case, code, kind) => {
    const dependencies = storeWithCoupon()
    await expect(change(dependencies, code, 1)).rejects.toMatchObject({ kind })
    expect(dependencies.recorded).toEqual([])
  })
})

it('findCoupon returns the coupon with the code, and rejects an unknown code', async () => {
  expect(await findCoupon(storeWithCoupon(), { code: 'WELCOME' })).toBe(COUPON)
  await expect(findCoupon(storeWithCoupon(), { code: 'GOODBYE' })).rejects.toMatchObject({ kind: 'coupon-not-found' })
})
