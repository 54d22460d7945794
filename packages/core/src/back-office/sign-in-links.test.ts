import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import { createSignInLink, redeemSignInLink } from './sign-in-links.ts'
import type { NewSignInLink } from '../identity/operator-session-store.ts'
import { type Operator, operatorActor, type OperatorBrowser } from '../identity/operator.ts'
import { LIMITS } from '../limits.ts'

const ANA: Operator = { email: 'ana@service.example', name: 'Ana', role: 'support' }
const BROWSER: OperatorBrowser = { userAgent: 'Firefox', network: '192.0.2.1' }
const EXPIRES_AT = new Date(0)

/** A store in which each link works once. */
function storesWithLinks() {
  const stored: NewSignInLink[] = []
  const dependencies = stubDependencies({
    operatorSessions: {
      addLink: (link) => {
        stored.push(link)
        return Promise.resolve(EXPIRES_AT)
      },
      takeLink: (hash) => {
        const index = stored.findIndex(({ tokenHash }) => Buffer.from(tokenHash).equals(hash))
        const [link] = index < 0 ? [] : stored.splice(index, 1)
        return Promise.resolve(link)
      },
      start: (session) => Promise.resolve({ ...session, startedAt: new Date(0), expiresAt: new Date(1) }),
    },
  })
  return { ...dependencies, operatorSessionSeconds: 3600, stored }
}

describe('sign-in links', () => {
  it('createSignInLink stores only a hash of the token and records who created the link', async () => {
    const dependencies = storesWithLinks()
    const { token, expiresAt } = await createSignInLink(dependencies, { actor: OPERATOR, operator: ANA })
    expect(expiresAt).toBe(EXPIRES_AT)
    const tokenHash = createHash('sha256').update(token).digest()
    const validForSeconds = LIMITS.operatorLinkMinutes * 60
    const creator = { createdBy: 'internal:ops', creatorSessionId: null }
    expect(dependencies.stored).toEqual([{ id: 'id1', ...ANA, ...creator, tokenHash, validForSeconds }])
    expect(dependencies.recorded).toEqual([{ actor: OPERATOR, action: 'operator.link-created', subjectId: 'id1' }])
  })

  it('redeemSignInLink starts a session with the id and the creator of the link, records them, and accepts the link once', async () => {
    const dependencies = storesWithLinks()
    const session = { id: 's1', ...ANA, ...BROWSER, startedAt: new Date(0), expiresAt: new Date(1), createdBy: null }
    const { token } = await createSignInLink(dependencies, {
      actor: operatorActor(session),
      creatorSession: session,
      operator: ANA,
    })
    expect(await redeemSignInLink(dependencies, { token, browser: BROWSER })).toMatchObject({
      id: 'id1',
      ...ANA,
      ...BROWSER,
      createdBy: `operator:${ANA.email}`,
      creatorSessionId: 's1',
      sealedIdToken: null,
      lifetimeSeconds: 3600,
    })
    await expect(redeemSignInLink(dependencies, { token, browser: BROWSER })).rejects.toMatchObject({
      kind: 'sign-in-link-invalid',
    })
    const actor = { kind: 'operator', name: ANA.email, via: `operator:${ANA.email}`, network: BROWSER.network }
    const signedIn = { actor, action: 'operator.signed-in', subjectId: 'id1' }
    expect(dependencies.recorded.slice(1)).toEqual([signedIn])
  })
})
