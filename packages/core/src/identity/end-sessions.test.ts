import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { ACCESS, ANA, stubDependencies } from '../../test/stub-dependencies.ts'
import { endSession, signOut, signOutElsewhere } from './end-sessions.ts'

/** Other instances may renew a session's cookie until they learn of its end. */
const PROPAGATION_SECONDS = 60

const ENTRY = {
  actor: { kind: 'portal-user', id: 'u1' },
  action: 'portal-user.signed-out-elsewhere',
  subjectId: 'u1',
  partnerId: 'p1',
}

describe('signOutElsewhere', () => {
  const storesWithAccess = (access: typeof ACCESS | undefined) => {
    const ended: string[] = []
    const portalUsers = {
      endSessions(id: string) {
        ended.push(id)
        return Promise.resolve(ANA)
      },
      findAccess: () => Promise.resolve(access),
    }
    return { ...stubDependencies({ portalUsers }), ended }
  }

  it('ends all sessions of the user, records it and returns the subject of a new session', async () => {
    const dependencies = storesWithAccess({ ...ACCESS, tokenGeneration: 2 })
    const subject = await signOutElsewhere(dependencies, { access: ACCESS })
    expect(subject).toEqual({ userId: 'u1', partnerId: 'p1', tokenGeneration: 2 })
    expect(dependencies.ended).toEqual(['u1'])
    expect(dependencies.recorded).toEqual([ENTRY])
  })

  it.each([
    ['no longer exists', undefined],
    ['was disabled', { ...ACCESS, userStatus: 'disabled' as const }],
  ])('rejects a user that %s and records nothing', async (_case, access) => {
    const dependencies = storesWithAccess(access)
    await expect(signOutElsewhere(dependencies, { access: ACCESS })).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(dependencies.recorded).toEqual([])
  })
})

/** Creates stores with one open session. Ending it returns the number of ended sessions that are remembered. */
const storesWithSession = (remembered: number) => {
  const ended: unknown[] = []
  const times = { startedAt: new Date(), lastUsedAt: new Date() }
  const stubs = stubDependencies({
    portalSessions: {
      list: () => Promise.resolve([{ id: 's1', userAgent: 'Firefox', ...times }]),
      end(...session) {
        ended.push(session)
        return Promise.resolve(remembered)
      },
    },
    portalUsers: {
      endSessions(id) {
        ended.push(`all of ${id}`)
        return Promise.resolve(ANA)
      },
    },
  })
  return { ...stubs, ended, portalSessionSeconds: 600 }
}

it.each([
  ['only the session, and remembers it until its cookie expires', LIMITS.endedSessions, []],
  ['all sessions of a user with more ended sessions than the limit', LIMITS.endedSessions + 1, ['all of u1']],
])('signOut ends %s', async (_what, remembered, others) => {
  const dependencies = storesWithSession(remembered)
  await signOut(dependencies, { access: ACCESS, sessionId: 's1' })
  expect(dependencies.ended).toEqual([
    [{ userId: 'u1', partnerId: 'p1', sessionId: 's1' }, 600 + PROPAGATION_SECONDS],
    ...others,
  ])
})

it('endSession ends an open session of the user and records it, and has no effect for any other id', async () => {
  const dependencies = storesWithSession(1)
  await endSession(dependencies, { access: ACCESS, sessionId: 's2' })
  expect(dependencies).toMatchObject({ ended: [], recorded: [] })
  await endSession(dependencies, { access: ACCESS, sessionId: 's1' })
  expect(dependencies.ended).toHaveLength(1)
  expect(dependencies.recorded).toEqual([ENTRY])
})
