import { expect, it } from 'vitest'
import { OPERATOR, PARTNER, stubDependencies, stubOutbox, SUBSCRIPTION } from '../../test/stub-dependencies.ts'
import type { AccountOverview } from '../accounts/account-overview.ts'
import type { SubscriptionStatus } from '../accounts/subscription.ts'
import type { Coupon } from '../partners/coupon.ts'
import type { PartnerMode } from '../partners/partner.ts'
import { createSubscription } from './create-subscription.ts'
import type { NewSubscription } from './subscription-store.ts'

const COUPON: Coupon = {
  id: 'c1',
  code: 'BACK',
  percentOff: 20,
  expiresAt: null,
  maxRedemptions: null,
  redemptions: 0,
}
const INPUT = { actor: OPERATOR, accountId: 'a1', employees: 30, faceIds: 2, coupon: undefined }
const MARIA = { fullName: 'Maria', email: 'maria@estrela.example', mobilePhone: '11987654321', accountName: 'Padaria' }

interface AccountOptions {
  isRedeemable?: boolean
  isAdministratorActive?: boolean
  isErased?: boolean
  /** Mode of the account's partner. */
  mode?: PartnerMode
}

/** Stores with the account `a1` and the coupon BACK. */
function accountIn(
  status: SubscriptionStatus,
  { isRedeemable = true, isAdministratorActive = false, isErased = false, mode = 'live' }: AccountOptions = {},
) {
  const { queued, mails } = stubOutbox()
  const added: NewSubscription[] = []
  const redemptions: unknown[] = []
  const { partnerId, ...contract } = SUBSCRIPTION
  const subscription = { ...contract, status, coupon: null }
  const account = { id: 'a1', partnerId, subscription, erasedAt: isErased ? new Date(0) : null } as AccountOverview
  const dependencies = stubDependencies({
    accountDirectory: { lock: (id) => Promise.resolve(id === 'a1' ? account : undefined) },
    subscriptions: {
      add(subscription) {
        added.push(subscription)
        return Promise.resolve()
      },
      activate: (id) => Promise.resolve(added[0]?.id === id),
    },
    administrators: {
      invite: (accountId) => Promise.resolve(isAdministratorActive ? undefined : { ...MARIA, accountId, partnerId }),
    },
    coupons: {
      find: (code) => Promise.resolve(code === COUPON.code ? COUPON : undefined),
      redeem(id, options) {
        redemptions.push([id, options])
        return Promise.resolve(isRedeemable)
      },
    },
    partners: { find: () => Promise.resolve({ ...PARTNER, mode }) },
    mails,
  })
  return { ...dependencies, subscriptionActivation: 'manual' as const, added, queued, redemptions }
}

const entry = (action: string) => ({ actor: OPERATOR, action, subjectId: 'id1', partnerId: 'p1', accountId: 'a1' })

it('createSubscription adds a pending subscription with the discount of the coupon, and records it', async () => {
  const dependencies = accountIn('canceled')
  const contract = { id: 'id1', employees: 30, faceIds: 2, percentOff: 20 }
  expect(await createSubscription(dependencies, { ...INPUT, coupon: 'BACK' })).toEqual({
    ...contract,
    status: 'pending',
  })
  expect(dependencies.added).toEqual([{ ...contract, partnerId: 'p1', accountId: 'a1', couponId: 'c1' }])
  expect([dependencies.recorded, dependencies.queued]).toEqual([[entry('subscription.created')], []])
})

it.each([
  ['live', false],
  ['test', true],
] as const)('createSubscription redeems the coupon for a partner in %s mode with isTest %s', async (mode, isTest) => {
  const dependencies = accountIn('canceled', { mode })
  await createSubscription(dependencies, { ...INPUT, coupon: 'BACK' })
  expect(dependencies.redemptions).toEqual([['c1', { isTest }]])
})

it.each([
  ['invites an administrator without access', false, ['administrator-activation', 'administrator-welcome']],
  ['sends no mail to an administrator with access', true, []],
])(
  'createSubscription with immediate activation activates the subscription, and %s',
  async (_case, isActive, kinds) => {
    const dependencies = accountIn('canceled', { isAdministratorActive: isActive })
    const immediate = { ...dependencies, subscriptionActivation: 'immediate' as const }
    expect(await createSubscription(immediate, INPUT)).toMatchObject({ status: 'active', percentOff: null })
    expect(dependencies.recorded).toEqual([entry('subscription.created'), entry('subscription.activated')])
    expect(dependencies.queued.map(({ content }) => content.kind)).toEqual(kinds)
  },
)

it.each([
  ['an unknown account', accountIn('canceled'), { accountId: 'a2' }, 'account-not-found'],
  ['an erased account', accountIn('canceled', { isErased: true }), {}, 'account-erased'],
  ['a pending subscription', accountIn('pending'), {}, 'subscription-not-canceled'],
  ['an active subscription', accountIn('active'), {}, 'subscription-not-canceled'],
  ['an unknown coupon', accountIn('canceled'), { coupon: 'GONE' }, 'coupon-not-found'],
])('createSubscription rejects %s and stores nothing', async (_case, dependencies, input, kind) => {
  await expect(createSubscription(dependencies, { ...INPUT, ...input })).rejects.toMatchObject({ kind })
  expect([dependencies.added, dependencies.recorded]).toEqual([[], []])
})

it('createSubscription rejects a coupon that cannot be redeemed', async () => {
  const created = createSubscription(accountIn('canceled', { isRedeemable: false }), { ...INPUT, coupon: 'BACK' })
  await expect(created).rejects.toMatchObject({ kind: 'coupon-not-redeemable' })
})
