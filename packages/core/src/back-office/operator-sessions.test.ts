import { describe, expect, it } from 'vitest'
import { newSealingKeys, OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import { endOperatorSession, endSessionOf, recordRejectedSignIn, startOperatorSession } from './operator-sessions.ts'
import type { NewOperatorSession } from '../identity/operator-session-store.ts'
import type { Operator, OperatorBrowser, OperatorSession } from '../identity/operator.ts'

const ANA: Operator = { email: 'ana@service.example', name: 'Ana', role: 'support' }
const BROWSER: OperatorBrowser = { userAgent: 'Firefox', network: '192.0.2.1' }
const SESSION: OperatorSession = {
  id: 's1',
  ...ANA,
  ...BROWSER,
  startedAt: new Date(0),
  expiresAt: new Date(1),
  createdBy: null,
}
const BY_ANA = { kind: 'operator', name: 'ana@service.example', network: BROWSER.network }

/** A store with one session. */
function storesWithSession() {
  const started: NewOperatorSession[] = []
  const ended: string[] = []
  const dependencies = stubDependencies({
    operatorSessions: {
      find: (id) => Promise.resolve(id === SESSION.id ? SESSION : undefined),
      start: (session) => {
        started.push(session)
        return Promise.resolve({ ...SESSION, ...session })
      },
      findSealedIdToken: (id) => Promise.resolve(started.find((session) => session.id === id)?.sealedIdToken ?? null),
      end(id) {
        ended.push(id)
        return Promise.resolve()
      },
    },
  })
  return { ...dependencies, sealingKeys: newSealingKeys(), operatorSessionSeconds: 3600, started, ended }
}

describe('operator sessions', () => {
  it('startOperatorSession starts a session of the configured length and records it', async () => {
    const dependencies = storesWithSession()
    expect(await startOperatorSession(dependencies, { operator: ANA, browser: BROWSER })).toMatchObject({
      id: 'id1',
      ...ANA,
    })
    expect(dependencies.started).toEqual([
      {
        id: 'id1',
        ...ANA,
        ...BROWSER,
        createdBy: null,
        creatorSessionId: null,
        sealedIdToken: null,
        lifetimeSeconds: 3600,
      },
    ])
    expect(dependencies.recorded).toEqual([{ actor: BY_ANA, action: 'operator.signed-in', subjectId: 'id1' }])
  })

  it('startOperatorSession records the name of an operator without an e-mail', async () => {
    const dependencies = storesWithSession()
    await startOperatorSession(dependencies, { operator: { ...ANA, email: null }, browser: BROWSER })
    expect(dependencies.recorded).toMatchObject([{ actor: { kind: 'operator', name: 'Ana' } }])
  })

  it('endOperatorSession ends the session and records its operator', async () => {
    const dependencies = storesWithSession()
    await endOperatorSession(dependencies, { session: SESSION })
    expect(dependencies.ended).toEqual(['s1'])
    expect(dependencies.recorded).toEqual([{ actor: BY_ANA, action: 'operator.signed-out', subjectId: 's1' }])
  })

  it('endOperatorSession returns the ID token, which is stored encrypted, unless its key is gone', async () => {
    const dependencies = storesWithSession()
    const start = () => startOperatorSession(dependencies, { operator: ANA, browser: BROWSER, idToken: 'a.b.c' })
    const session = await start()
    const other = await start()
    expect(Buffer.from(dependencies.started[0]!.sealedIdToken!).toString('latin1')).not.toContain('a.b.c')
    expect(await endOperatorSession(dependencies, { session })).toEqual({ idToken: 'a.b.c' })
    const rotated = { ...dependencies, sealingKeys: newSealingKeys() }
    expect(await endOperatorSession(rotated, { session: other })).toEqual({ idToken: undefined })
    expect(dependencies.ended).toEqual(['id1', 'id2'])
  })

  it('endSessionOf ends the session of another operator and records who did it', async () => {
    const dependencies = storesWithSession()
    expect(await endSessionOf(dependencies, { actor: OPERATOR, id: 's1' })).toBe(SESSION)
    expect(dependencies.ended).toEqual(['s1'])
    expect(dependencies.recorded).toEqual([{ actor: OPERATOR, action: 'operator.session-ended', subjectId: 's1' }])
  })

  it('endSessionOf rejects a session that has ended and records nothing', async () => {
    const dependencies = storesWithSession()
    const ending = endSessionOf(dependencies, { actor: OPERATOR, id: 's2' })
    await expect(ending).rejects.toMatchObject({ kind: 'operator-session-not-found' })
    expect([dependencies.ended, dependencies.recorded]).toEqual([[], []])
  })

  it('recordRejectedSignIn records who was rejected and why', async () => {
    const dependencies = storesWithSession()
    await recordRejectedSignIn(dependencies, { who: 'eve@elsewhere.example', reason: 'not-allowed' })
    const actor = { kind: 'operator', name: 'eve@elsewhere.example' }
    const changes = { reason: { from: null, to: 'not-allowed' } }
    expect(dependencies.recorded).toEqual([{ actor, action: 'operator.sign-in-rejected', subjectId: 'id1', changes }])
  })
})
