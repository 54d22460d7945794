import { describe, expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import type { Account, AccountWithCredentials } from './account.ts'
import { issueCredentials, type StoredCredentials } from './account-credentials.ts'
import { findAccount } from './find-account.ts'

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const { apiToken, secret, stored } = issueCredentials(ID)
const ACCOUNT: Account = {
  id: ID,
  createdAt: new Date(0),
  name: 'Padaria',
  financialEmail: null,
  cnpj: null,
  activeEmployees: 0,
  subscriptionEmployees: 12,
  subscriptionFaceIds: 0,
}

describe('findAccount', () => {
  let lookups: unknown[] = []
  const find = (identifier: string, givenSecret?: string, credentials: StoredCredentials = stored) => {
    lookups = []
    const accounts = {
      find: (...lookup: unknown[]) => {
        lookups.push(lookup)
        return Promise.resolve({ account: ACCOUNT, credentials } satisfies AccountWithCredentials)
      },
    }
    const input = { partnerId: 'p1', identifier, secret: givenSecret }
    return findAccount(stubDependencies({ accounts }), input)
  }

  it('queries only the accounts of the partner, and returns no credentials', async () => {
    expect(await find('12abc34501de35')).toEqual(ACCOUNT)
    expect(lookups).toEqual([['p1', { kind: 'cnpj', value: '12ABC34501DE35' }]])
  })

  it('returns the token for callers with the secret, and omits it for others', async () => {
    expect(await find(ID, secret)).toEqual({ ...ACCOUNT, apiToken })
    expect(await find(ID, 'wrong')).toEqual(ACCOUNT)
  })

  it('returns apiToken null for a revoked token', async () => {
    expect(await find(ID, secret, { ...stored, apiTokenHash: null, sealedApiToken: null })).toEqual({
      ...ACCOUNT,
      apiToken: null,
    })
  })

  it('rejects an unknown account, and rejects an invalid identifier without a lookup', async () => {
    const unknown = {
      accounts: { find: () => Promise.resolve(undefined) },
      partners: { find: () => Promise.resolve(undefined), findTestPartner: () => Promise.resolve(undefined) },
    }
    const input = { partnerId: 'p1', identifier: ID, secret }
    await expect(findAccount(stubDependencies(unknown), input)).rejects.toMatchObject({ kind: 'account-not-found' })
    await expect(find('x')).rejects.toMatchObject({ kind: 'invalid-account-identifier' })
    expect(lookups).toEqual([])
  })
})
