import { beforeEach, describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import type { PortalUserCredentials } from '../portal-users/portal-user.ts'
import { stubDependencies } from '../testing/stub-dependencies.ts'
import { issueToken } from './issue-token.ts'

const ORIGIN = '198.51.100.7'
const ACTIVE: PortalUserCredentials = {
  id: 'u1',
  partnerId: 'p1',
  status: 'active',
  passwordHash: 'hash of right',
  tokenGeneration: 3,
}

describe('signing in', () => {
  let users: Map<string, PortalUserCredentials>
  /** What was asked of the ports, in order. */
  let asked: string[]
  let dependencies: Parameters<typeof issueToken>[0]
  beforeEach(() => {
    users = new Map([['ana@revenda.example', ACTIVE]])
    asked = []
    dependencies = {
      // It must use nothing else of the stores.
      ...stubDependencies({ portalUsers: { findCredentials: (email) => Promise.resolve(users.get(email)) } }),
      passwords: {
        hash: (password) => Promise.resolve(`hash of ${password}`),
        verify(password, hash) {
          asked.push(`verify against ${hash ?? 'nobody'}`)
          return Promise.resolve(hash === `hash of ${password}`)
        },
      },
      signIns: {
        reserve(email, origin) {
          asked.push(`reserve ${email} from ${origin}`)
          return Promise.resolve({
            end: (failed) => Promise.resolve(void asked.push(failed ? 'failed' : 'taken back')),
          })
        },
      },
      tokens: {
        issue: ({ userId, partnerId, tokenGeneration }) =>
          Promise.resolve(`token ${tokenGeneration} of ${userId} of ${partnerId}`),
      },
    }
  })

  const signIn = (email: string, password: string) => issueToken(dependencies, { email, password, origin: ORIGIN })
  const refusal = (kind: string) => expect.objectContaining({ name: 'DomainError', kind }) as Error
  const reserved = `reserve ana@revenda.example from ${ORIGIN}`

  it('gives who is active and has the right password a token, and takes the attempt back', async () => {
    expect(await signIn('ana@revenda.example', 'right')).toEqual({ token: 'token 3 of u1 of p1', userId: 'u1' })
    expect(asked).toEqual([reserved, 'verify against hash of right', 'taken back'])
  })

  it('refuses a wrong password, and leaves the attempt counted', async () => {
    await expect(signIn('ana@revenda.example', 'wrong')).rejects.toEqual(refusal('invalid-credentials'))
    expect(asked).toEqual([reserved, 'verify against hash of right', 'failed'])
  })

  it.each(['nobody@revenda.example', 'with\0@revenda.example', '\ud800'])(
    'checks the password of unknown %j against something, so that it takes as long',
    async (email) => {
      await expect(signIn(email, 'right')).rejects.toEqual(refusal('invalid-credentials'))
      expect(asked).toEqual([`reserve ${email} from ${ORIGIN}`, 'verify against nobody', 'failed'])
    },
  )

  it.each(['with\0@revenda.example', 'İana@revenda.example', 'ana@revenda.example\u212a'])(
    'does not query the store for %j: only ASCII addresses are registered',
    async (email) => {
      dependencies.stores.portalUsers.findCredentials = () => Promise.reject(new Error('asked'))
      await expect(signIn(email, 'right')).rejects.toEqual(refusal('invalid-credentials'))
    },
  )

  it('counts, looks up and compares an e-mail in one form, whatever its case', async () => {
    await signIn('ANA@Revenda.Example', 'right')
    expect(asked[0]).toBe(reserved)
  })

  it('refuses a disabled user who has the right password, and an active one who has no hash', async () => {
    users.set('disabled@revenda.example', { ...ACTIVE, status: 'disabled' })
    users.set('odd@revenda.example', { ...ACTIVE, passwordHash: null })
    for (const email of ['disabled@revenda.example', 'odd@revenda.example']) {
      await expect(signIn(email, 'right')).rejects.toEqual(refusal('invalid-credentials'))
    }
    expect(asked.filter((call) => call.startsWith('verify'))).toEqual([
      'verify against nobody',
      'verify against nobody',
    ])
    expect(asked).not.toContain('taken back')
  })

  it('tells an invited user so, whatever the password, without checking it or counting it', async () => {
    users.set('ana@revenda.example', { ...ACTIVE, status: 'invited', passwordHash: null })
    await expect(signIn('ana@revenda.example', 'any')).rejects.toEqual(refusal('user-not-activated'))
    expect(asked).toEqual([reserved, 'taken back'])
  })

  it.each([
    ['', 'right'],
    ['ana@revenda.example', ''],
    ['', ''],
  ])('refuses %j with password %j without asking anything', async (email, password) => {
    await expect(signIn(email, password)).rejects.toEqual(refusal('invalid-credentials'))
    expect(asked).toEqual([])
  })

  it('looks nobody up once too many attempts have failed', async () => {
    dependencies.signIns.reserve = () => Promise.reject(new DomainError('too-many-sign-ins'))
    dependencies.stores.portalUsers.findCredentials = () => Promise.reject(new Error('asked'))
    await expect(signIn('ana@revenda.example', 'right')).rejects.toEqual(refusal('too-many-sign-ins'))
    expect(asked).toEqual([])
  })

  it('does not count an attempt that could not be checked', async () => {
    dependencies.passwords.verify = () => Promise.reject(new DomainError('overloaded'))
    await expect(signIn('ana@revenda.example', 'right')).rejects.toEqual(refusal('overloaded'))
    expect(asked).toEqual([reserved, 'taken back'])
  })
})
