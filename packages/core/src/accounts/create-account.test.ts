import { beforeEach, describe, expect, it } from 'vitest'
import type { SubscriptionOfAccount } from '../subscriptions/subscription-store.ts'
import { stubDependencies } from '../testing/stub-dependencies.ts'
import { sampleCreateAccountRequest } from '../testing/sample-requests.ts'
import type { NewAccount } from './account.ts'
import { revealApiToken } from './account-credentials.ts'
import type { AccountStore } from './account-store.ts'
import { createAccount } from './create-account.ts'
import type { IdempotentCreation } from './idempotency.ts'

const CREATOR = { userId: 'u1', partnerId: 'p1' }

describe('createAccount', () => {
  let stored: NewAccount[]
  /** Calls of the stores, in order. */
  let calls: string[]
  let kept: IdempotentCreation | undefined
  let dependencies: Parameters<typeof createAccount>[0]
  beforeEach(() => {
    stored = []
    calls = []
    kept = undefined
    const create: AccountStore['create'] = (account, actor, creation) => {
      calls.push(`create by ${JSON.stringify(actor)}`)
      if (kept) return Promise.resolve({ kind: 'replayed', sealedResponse: kept.sealedResponse })
      kept = creation
      stored.push(account)
      return Promise.resolve({ kind: 'created' })
    }
    const pending: SubscriptionOfAccount = {
      ...{ id: 's1', partnerId: 'p1', status: 'pending', employees: 12, faceIds: 0, couponId: null, percentOff: null },
    }
    const maria = {
      ...{ accountId: 'id1', partnerId: 'p1', accountName: 'Padaria', fullName: 'Maria' },
      ...{ email: 'maria@estrela.example', mobilePhone: '11987654321' },
    }
    const { stores, newId } = stubDependencies({
      accounts: { create },
      subscriptions: { find: () => Promise.resolve(pending), activate: () => Promise.resolve(true) },
      administrators: { invite: () => Promise.resolve(maria) },
      mails: { queue: ({ content }) => Promise.resolve(void calls.push(content.kind)) },
    })
    dependencies = {
      ...{ stores, newId, sealingKey: new Uint8Array(32), subscriptionActivation: 'manual' },
      transact: async (work) => {
        calls.push('begin')
        const result = await work(stores)
        calls.push('commit')
        return result
      },
      onAccountCreated: () => void calls.push('count'),
    }
  })
  const createdBy = 'create by {"kind":"portal-user","id":"u1"}'

  it('stores the account with its records and returns credentials that match the stored ones', async () => {
    const request = sampleCreateAccountRequest()
    const { id, apiToken, secret } = await createAccount(dependencies, { creator: CREATOR, request })
    const [account] = stored
    expect(account).toMatchObject({
      ...{ id, partnerId: 'p1', administrator: request.administrator, employer: request.employer },
      unit: { name: request.employer.tradeName, address: request.address },
      subscription: { employees: request.employeesQuantity },
    })
    expect(revealApiToken(id, account!.credentials, secret)).toBe(apiToken)
    expect(calls).toEqual([createdBy, 'count'])
  })

  it('activates the subscription in the transaction of the creation when activation is immediate', async () => {
    dependencies = { ...dependencies, subscriptionActivation: 'immediate' }
    await createAccount(dependencies, { creator: CREATOR, request: sampleCreateAccountRequest() })
    const mails = ['administrator-activation', 'administrator-welcome']
    expect(calls).toEqual(['begin', createdBy, ...mails, 'commit', 'count'])
  })

  it.each(['manual', 'immediate'] as const)(
    'replays a creation with the same idempotency key: the first result, counted and activated once (%s)',
    async (subscriptionActivation) => {
      dependencies = { ...dependencies, subscriptionActivation }
      const input = { creator: CREATOR, request: sampleCreateAccountRequest(), idempotencyKey: 'order-1' }
      const first = await createAccount(dependencies, input)
      const done = calls.length
      expect(first.isReplay).toBe(false)
      expect(await createAccount(dependencies, input)).toEqual({ ...first, isReplay: true })
      expect(calls.slice(done)).toEqual(
        subscriptionActivation === 'manual' ? [createdBy] : ['begin', createdBy, 'commit'],
      )
      expect(stored).toHaveLength(1)
    },
  )

  it.each([0, 256])('rejects an idempotency key of %i characters and stores nothing', async (length) => {
    const input = { creator: CREATOR, request: sampleCreateAccountRequest(), idempotencyKey: 'x'.repeat(length) }
    await expect(createAccount(dependencies, input)).rejects.toMatchObject({ kind: 'invalid-idempotency-key' })
    expect(calls).toEqual([])
  })
})
