import { describe, expect, it } from 'vitest'
import { OPERATOR, REASON, stubDependencies } from '../../test/stub-dependencies.ts'
import { revealApiToken, type StoredCredentials } from './account-credentials.ts'
import type { AccountOverview } from './account-overview.ts'
import type { AccountDirectory } from './account-store.ts'
import { reissueCredentials, reportUsage, revokeApiToken } from './manage-account.ts'

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const INPUT = { actor: OPERATOR, id: ID, reason: REASON }
const entry = (action: string) => ({ actor: OPERATOR, action, subjectId: ID, partnerId: 'p1', accountId: ID })

/** Creates a directory with one account. */
function directory(apiTokenStatus: AccountOverview['apiTokenStatus'] = 'active') {
  const stored: Partial<StoredCredentials>[] = []
  const reported: number[] = []
  const overview = (id: string) =>
    Promise.resolve(id === ID ? ({ partnerId: 'p1', erasedAt: null, apiTokenStatus } as AccountOverview) : undefined)
  const accountDirectory: Partial<AccountDirectory> = {
    overview,
    lock: overview,
    setCredentials(id, credentials) {
      if (id !== ID) return Promise.resolve(undefined)
      stored.push(credentials)
      return Promise.resolve('p1')
    },
    setActiveEmployees(id, activeEmployees) {
      if (id !== ID) return Promise.resolve(undefined)
      reported.push(activeEmployees)
      return Promise.resolve('p1')
    },
  }
  return { ...stubDependencies({ accountDirectory }), stored, reported }
}

describe('account management', () => {
  it('revokeApiToken revokes a token and records it once, even when called again', async () => {
    const dependencies = directory()
    await revokeApiToken(dependencies, INPUT)
    expect(dependencies.stored).toEqual([{ apiTokenHash: null, sealedApiToken: null }])
    expect(dependencies.recorded).toEqual([{ ...entry('account.token-revoked'), reason: REASON }])

    const revoked = directory('revoked')
    await revokeApiToken(revoked, INPUT)
    expect([revoked.stored, revoked.recorded]).toEqual([[], []])
  })

  it('reissueCredentials returns credentials that match the stored ones, and records it', async () => {
    const dependencies = directory()
    const { apiToken, secret } = await reissueCredentials(dependencies, INPUT)
    const [stored] = dependencies.stored
    expect(revealApiToken(ID, stored as StoredCredentials, secret)).toBe(apiToken)
    expect(dependencies.recorded).toEqual([{ ...entry('account.token-reissued'), reason: REASON }])
  })

  it('reportUsage stores the number of active employees and records it', async () => {
    const dependencies = directory()
    await reportUsage(dependencies, { ...INPUT, activeEmployees: 7 })
    expect(dependencies.reported).toEqual([7])
    expect(dependencies.recorded).toEqual([entry('account.usage-reported')])
  })

  it('every change rejects an unknown account and records nothing', async () => {
    const dependencies = directory()
    const unknown = { actor: OPERATOR, id: 'f'.repeat(24), activeEmployees: 1 }
    for (const operate of [revokeApiToken, reissueCredentials, reportUsage]) {
      await expect(operate(dependencies, unknown)).rejects.toMatchObject({ kind: 'account-not-found' })
    }
    expect(dependencies.recorded).toEqual([])
  })
})
