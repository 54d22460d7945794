import { describe, expect, it } from 'vitest'
import type { AdministratorOfAccount } from '../accounts/administrator.ts'
import { OPERATOR, REASON, stubDependencies, stubOutbox, SUBSCRIPTION } from '../../test/stub-dependencies.ts'
import { activateSubscription } from './activate-subscription.ts'
import { cancelSubscription, changeSubscription } from './change-subscription.ts'
import type { SubscriptionStatus } from '../accounts/subscription.ts'

const MARIA: AdministratorOfAccount = {
  fullName: 'Maria',
  email: 'maria@estrela.example',
  mobilePhone: '11987654321',
  accountId: 'a1',
  partnerId: 'p1',
  accountName: 'Padaria',
}
const INPUT = { actor: OPERATOR, accountId: 'a1' }

/** Stores with one account whose subscription has the given status. */
function subscriptionIn(status: SubscriptionStatus) {
  const { queued, mails } = stubOutbox()
  const subscription = { ...SUBSCRIPTION, status }
  const dependencies = stubDependencies({
    subscriptions: {
      find: (accountId) => Promise.resolve(accountId === 'a1' ? subscription : undefined),
      activate: () => Promise.resolve(status === 'pending'),
      cancel: () => Promise.resolve(status !== 'canceled'),
      change: (_id, changes) =>
        Promise.resolve(status === 'canceled' ? undefined : { ...subscription, employees: changes.employees ?? 12 }),
    },
    administrators: { invite: () => Promise.resolve(MARIA) },
    mails,
  })
  return { ...dependencies, queued }
}
const entry = (action: string) => ({ actor: OPERATOR, action, subjectId: 's1', partnerId: 'p1', accountId: 'a1' })

describe('activateSubscription', () => {
  it('activates a pending subscription, mails the administrator and records it', async () => {
    const dependencies = subscriptionIn('pending')
    expect(await activateSubscription(dependencies, INPUT)).toMatchObject({ id: 's1', status: 'active' })
    expect(dependencies.queued).toMatchObject([
      { recipient: MARIA.email, content: { kind: 'administrator-activation', accountName: 'Padaria' } },
      { recipient: MARIA.email, content: { kind: 'administrator-welcome', accountName: 'Padaria' } },
    ])
    expect(dependencies.recorded).toEqual([entry('subscription.activated')])
  })

  it('succeeds if it activated the subscription, although another call has canceled it since', async () => {
    const dependencies = subscriptionIn('pending')
    const canceled = subscriptionIn('canceled')
    const { subscriptions } = dependencies.stores
    dependencies.stores.subscriptions = {
      ...subscriptions,
      async activate(id) {
        const isActivated = await subscriptions.activate(id)
        dependencies.stores.subscriptions = canceled.stores.subscriptions
        return isActivated
      },
    }
    expect(await activateSubscription(dependencies, INPUT)).toMatchObject({ status: 'active' })
  })

  it('changes nothing and sends nothing when the subscription is already active', async () => {
    const dependencies = subscriptionIn('active')
    expect(await activateSubscription(dependencies, INPUT)).toMatchObject({ status: 'active' })
    expect([dependencies.queued, dependencies.recorded]).toEqual([[], []])
  })

  it('rejects a canceled subscription and sends nothing', async () => {
    const dependencies = subscriptionIn('canceled')
    await expect(activateSubscription(dependencies, INPUT)).rejects.toMatchObject({ kind: 'subscription-canceled' })
    expect([dependencies.queued, dependencies.recorded]).toEqual([[], []])
  })
})

describe('subscription changes', () => {
  const change = (status: SubscriptionStatus) => {
    const dependencies = subscriptionIn(status)
    return { dependencies, result: changeSubscription(dependencies, { ...INPUT, changes: { employees: 30 } }) }
  }

  it('changeSubscription stores the change and records it', async () => {
    const { dependencies, result } = change('active')
    expect(await result).toMatchObject({ employees: 30 })
    expect(dependencies.recorded).toEqual([entry('subscription.changed')])
  })

  it('changeSubscription rejects a canceled subscription', async () => {
    const { dependencies, result } = change('canceled')
    await expect(result).rejects.toMatchObject({ kind: 'subscription-canceled' })
    expect(dependencies.recorded).toEqual([])
  })

  it('cancelSubscription cancels and records once, even when called again', async () => {
    const dependencies = subscriptionIn('active')
    const input = { ...INPUT, reason: REASON }
    expect(await cancelSubscription(dependencies, input)).toMatchObject({ status: 'canceled' })
    expect(dependencies.recorded).toEqual([{ ...entry('subscription.canceled'), reason: REASON }])
    const again = subscriptionIn('canceled')
    expect(await cancelSubscription(again, INPUT)).toMatchObject({ status: 'canceled' })
    expect(again.recorded).toEqual([])
  })

  it.each([activateSubscription, changeSubscription, cancelSubscription])(
    '%o rejects an unknown account',
    async (operate) => {
      const unknown = { actor: OPERATOR, accountId: 'a2', changes: {} }
      await expect(operate(subscriptionIn('active'), unknown)).rejects.toMatchObject({ kind: 'account-not-found' })
    },
  )
})
