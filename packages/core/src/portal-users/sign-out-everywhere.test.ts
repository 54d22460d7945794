import { expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { ACCESS, ANA, stubDependencies } from '../testing/stub-dependencies.ts'
import { signOut, signOutEverywhere } from './sign-out-everywhere.ts'

it('signOutEverywhere ends all sessions of the user and records it', async () => {
  const ended: string[] = []
  const endSessions = (id: string) => Promise.resolve((ended.push(id), ANA))
  const dependencies = stubDependencies({ portalUsers: { endSessions } })
  await signOutEverywhere(dependencies, { access: ACCESS })
  expect(ended).toEqual(['u1'])
  const actor = { kind: 'portal-user', id: 'u1' }
  expect(dependencies.recorded).toEqual([
    { actor, action: 'portal-user.signed-out-everywhere', subjectId: 'u1', partnerId: 'p1' },
  ])
})

it('signOutEverywhere rejects a user that no longer exists and records nothing', async () => {
  const dependencies = stubDependencies({ portalUsers: { endSessions: () => Promise.resolve(undefined) } })
  await expect(signOutEverywhere(dependencies, { access: ACCESS })).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(dependencies.recorded).toEqual([])
})

it.each([
  ['only the session, for as long as its cookie is valid', LIMITS.endedSessions, []],
  ['all sessions of a user who signed out too often to remember each', LIMITS.endedSessions + 1, ['all of u1']],
])('signOut ends %s', async (_what, remembered, others) => {
  const ended: unknown[] = []
  const dependencies = stubDependencies({
    portalUsers: {
      endSession: (...session) => Promise.resolve((ended.push(session), remembered)),
      endSessions: (id) => Promise.resolve((ended.push(`all of ${id}`), ANA)),
    },
  })
  const input = { access: ACCESS, sessionId: 's1' }
  await signOut({ ...dependencies, portalSessionSeconds: 600 }, input)
  expect(ended).toEqual([[{ id: 'u1', partnerId: 'p1' }, 's1', expect.any(Number)], ...others])
  const [[, , forSeconds]] = ended as [[unknown, unknown, number]]
  expect(forSeconds).toBeGreaterThan(600)
})
