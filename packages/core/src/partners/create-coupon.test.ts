import { expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import type { Coupon } from './coupon.ts'
import { createCoupon } from './manage-coupons.ts'

const INPUT = { actor: OPERATOR, code: 'WELCOME', percentOff: 15, expiresAt: null, maxRedemptions: 3 }

it('createCoupon stores an unredeemed coupon and records who created it', async () => {
  const added: Coupon[] = []
  const dependencies = stubDependencies({
    coupons: {
      add(coupon) {
        added.push(coupon)
        return Promise.resolve()
      },
    },
  })
  const coupon = { id: 'id1', code: 'WELCOME', percentOff: 15, expiresAt: null, maxRedemptions: 3, redemptions: 0 }
  expect(await createCoupon(dependencies, INPUT)).toEqual(coupon)
  expect(added).toEqual([coupon])
  expect(dependencies.recorded).toEqual([{ actor: OPERATOR, action: 'coupon.created', subjectId: 'id1' }])
})

it('createCoupon records nothing when the code is taken', async () => {
  const add = () => Promise.reject(new DomainError('coupon-code-taken'))
  const dependencies = stubDependencies({ coupons: { add } })
  await expect(createCoupon(dependencies, INPUT)).rejects.toMatchObject({ kind: 'coupon-code-taken' })
  expect(dependencies.recorded).toEqual([])
})
