import { beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../secrets/secrets.ts'
import { newSealingKeys, stubDependencies } from '../../test/stub-dependencies.ts'
import { sampleCreateAccountRequest } from '../../test/sample-requests.ts'
import type { NewAccount } from './account.ts'
import { revealApiToken } from './account-credentials.ts'
import type { AccountStore } from './account-store.ts'
import { createAccount } from './create-account.ts'
import type { IdempotentCreation } from './idempotency.ts'

const CREATOR = { userId: 'u1', partnerId: 'p1' }

describe('createAccount', () => {
  let stored: NewAccount[]
  /** Calls of the store and of `onAccountCreated`, in order. */
  let calls: string[]
  let storedCreation: IdempotentCreation | undefined
  let dependencies: Parameters<typeof createAccount>[0]
  beforeEach(() => {
    stored = []
    calls = []
    storedCreation = undefined
    const create: AccountStore['create'] = (account, creatorId, creation) => {
      calls.push(`create by ${creatorId}`)
      if (storedCreation) return Promise.resolve({ kind: 'replayed', sealedResponse: storedCreation.sealedResponse })
      storedCreation = creation
      stored.push(account)
      return Promise.resolve({ kind: 'created' })
    }
    const { stores, newId } = stubDependencies({ accounts: { create } })
    dependencies = {
      stores,
      newId,
      sealingKeys: newSealingKeys(),
      subscriptionActivation: 'manual',
      onAccountCreated: () => void calls.push('count'),
    }
  })
  const createCall = 'create by u1'

  it('stores the account with its records and returns credentials that match the stored ones', async () => {
    const request = sampleCreateAccountRequest()
    const { id, apiToken, secret } = await createAccount(dependencies, { creator: CREATOR, request })
    const [account] = stored
    expect(account).toMatchObject({
      id,
      partnerId: 'p1',
      administrator: request.administrator,
      employer: request.employer,
      unit: { name: request.employer.tradeName, address: request.address },
      subscription: { employees: request.employeesQuantity },
    })
    expect(revealApiToken(id, account!.credentials, secret)).toBe(apiToken)
    expect(account!.activation).toBeUndefined()
    expect(calls).toEqual([createCall, 'count'])
  })

  it('does not count an account of a test partner', async () => {
    const creator = { ...CREATOR, partnerMode: 'test' as const }
    await createAccount(dependencies, { creator, request: sampleCreateAccountRequest() })
    expect(calls).toEqual([createCall])
  })

  it('stores the account with the link and both mails of its administrator when activation is immediate', async () => {
    dependencies = { ...dependencies, subscriptionActivation: 'immediate' }
    const request = sampleCreateAccountRequest()
    const { id } = await createAccount(dependencies, { creator: CREATOR, request })
    const { fullName: name, email: recipient } = request.administrator
    const shared = { name, accountName: request.employer.name }
    const activationToken = expect.stringMatching(/^paa_/) as string
    const mailWith = (content: object) => ({ recipient, partnerId: 'p1', accountId: id, content })
    const { link, mails } = stored[0]!.activation!
    expect(mails).toEqual([
      mailWith({ kind: 'administrator-activation', ...shared, activationToken }),
      mailWith({ kind: 'administrator-welcome', ...shared }),
    ])
    const { activationToken: mailed } = mails[0]!.content as { activationToken: string }
    expect(link).toEqual({ tokenHash: sha256(mailed), validForSeconds: 7 * 86_400 })
    expect(calls).toEqual([createCall, 'count'])
  })

  it.each(['manual', 'immediate'] as const)(
    'returns the first result for the same idempotency key, and counts and activates the account once (%s)',
    async (subscriptionActivation) => {
      dependencies = { ...dependencies, subscriptionActivation }
      const input = { creator: CREATOR, request: sampleCreateAccountRequest(), idempotencyKey: 'order-1' }
      const first = await createAccount(dependencies, input)
      const firstCallCount = calls.length
      expect(first.isReplay).toBe(false)
      expect(await createAccount(dependencies, input)).toEqual({ ...first, isReplay: true })
      expect(calls.slice(firstCallCount)).toEqual([createCall])
      expect(stored).toHaveLength(1)
    },
  )

  it.each([0, 256])('rejects an idempotency key of %i characters and stores nothing', async (length) => {
    const input = { creator: CREATOR, request: sampleCreateAccountRequest(), idempotencyKey: 'x'.repeat(length) }
    await expect(createAccount(dependencies, input)).rejects.toMatchObject({ kind: 'invalid-idempotency-key' })
    expect(calls).toEqual([])
  })
})
