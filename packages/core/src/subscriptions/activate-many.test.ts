import { expect, it } from 'vitest'
import { ANA, OPERATOR, stubDependencies, stubOutbox, SUBSCRIPTION } from '../../test/stub-dependencies.ts'
import { activateMany } from './activate-many.ts'
import type { SubscriptionStatus } from '../accounts/subscription.ts'

const STATUSES: Record<string, SubscriptionStatus> = { a1: 'pending', a2: 'active', a3: 'canceled', a4: 'pending' }
const ALL = ['a1', 'a2', 'a3', 'unknown', 'a4']

/**
 * Creates stores with an account for each status.
 *
 * @param canceledMeanwhile account whose subscription is canceled before it is activated
 */
function storesWithAccounts(canceledMeanwhile?: string) {
  const statuses = { ...STATUSES }
  const { queued, mails } = stubOutbox()
  const dependencies = stubDependencies({
    subscriptions: {
      find(accountId) {
        const status = statuses[accountId]
        const subscription = { employees: 12, faceIds: 0, couponId: null, percentOff: null }
        return Promise.resolve(status && { id: accountId, partnerId: 'p1', status, ...subscription })
      },
      activate(id) {
        statuses[id] = id === canceledMeanwhile ? 'canceled' : 'active'
        return Promise.resolve(id !== canceledMeanwhile)
      },
    },
    administrators: {
      invite: (accountId) =>
        Promise.resolve({
          fullName: 'Maria',
          email: 'maria@estrela.example',
          mobilePhone: '11987654321',
          accountId,
          partnerId: 'p1',
          accountName: 'Padaria',
        }),
    },
    mails,
  })
  const listRecorded = () => dependencies.recorded.map(({ action, subjectId }) => `${action} ${subjectId}`)
  return { dependencies, queued, listRecorded, statuses }
}

it('activateMany activates the pending subscriptions and reports each account once, in the given order', async () => {
  const { dependencies, listRecorded } = storesWithAccounts()
  const input = { actor: OPERATOR, accountIds: [...ALL, 'a1'], dryRun: false }
  expect(await activateMany(dependencies, input)).toEqual([
    { accountId: 'a1', result: 'activated' },
    { accountId: 'a2', result: 'already-active' },
    { accountId: 'a3', result: 'canceled' },
    { accountId: 'unknown', result: 'not-found' },
    { accountId: 'a4', result: 'activated' },
  ])
  expect(listRecorded()).toEqual(['subscription.activated a1', 'subscription.activated a4'])
})

it('activateMany reports the same results in a dry run, changes nothing and sends nothing', async () => {
  const { dependencies, queued, listRecorded, statuses } = storesWithAccounts()
  const input = { actor: OPERATOR, accountIds: ALL }
  const expected = await activateMany(dependencies, { ...input, dryRun: true })
  expect([queued, listRecorded(), statuses]).toEqual([[], [], STATUSES])
  expect(await activateMany(dependencies, { ...input, dryRun: false })).toEqual(expected)
})

it('activateMany reports a subscription canceled during the call and activates the next one', async () => {
  const { dependencies, listRecorded } = storesWithAccounts('a1')
  const input = { actor: OPERATOR, accountIds: ['a1', 'a4'], dryRun: false }
  expect(await activateMany(dependencies, input)).toEqual([
    { accountId: 'a1', result: 'canceled' },
    { accountId: 'a4', result: 'activated' },
  ])
  expect(listRecorded()).toEqual(['subscription.activated a4'])
})

it('activateMany uses a transaction for each account, and keeps those before a failure', async () => {
  const { dependencies, listRecorded } = storesWithAccounts()
  let transactions = 0
  const transact: typeof dependencies.transact = (work) => {
    transactions += 1
    return transactions === 2 ? Promise.reject(new Error('unavailable')) : dependencies.transact(work)
  }
  const input = { actor: OPERATOR, accountIds: ['a1', 'a4'], dryRun: false }
  await expect(activateMany({ ...dependencies, transact }, input)).rejects.toThrow('unavailable')
  expect(listRecorded()).toEqual(['subscription.activated a1'])
})

it('activateMany lists accounts in the notice to their creator until it is sent, then starts another', async () => {
  const { dependencies, queued } = storesWithAccounts()
  // Each activation queues two mails to the administrator and then the notice, so this is the notice of `a2`.
  const sent = ['m6']
  Object.assign(dependencies.stores, {
    subscriptions: { ...dependencies.stores.subscriptions, find: () => Promise.resolve(SUBSCRIPTION) },
    records: {
      auditEntries: () => Promise.resolve({ items: [{ actor: { kind: 'portal-user', id: ANA.id } }] }),
    },
    portalUsers: {
      find: (id: string, partnerId: string) =>
        Promise.resolve(id === ANA.id && partnerId === ANA.partnerId ? ANA : undefined),
    },
  })
  Object.assign(dependencies.stores.mails, { discard: (id: string) => Promise.resolve(!sent.includes(id)) })
  const input = { actor: OPERATOR, accountIds: ['a1', 'a2', 'a3'], dryRun: false }
  await activateMany({ ...dependencies, subscriptionNotices: true }, input)
  const lists = queued.flatMap(({ content }) => ('accountNames' in content ? [content.accountNames.length] : []))
  expect(lists).toEqual([1, 2, 1])
})
