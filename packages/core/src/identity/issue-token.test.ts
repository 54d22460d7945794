import { beforeEach, describe, expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import { DomainError } from '../errors.ts'
import { generatePassword, hashGeneratedPassword } from './generated-password.ts'
import { authenticate, issueToken } from './issue-token.ts'
import type { PortalUserCredentials } from './portal-user-store.ts'

const NETWORK = '198.51.100.7'
const ACTIVE: PortalUserCredentials = {
  id: 'u1',
  partnerId: 'p1',
  kind: 'person',
  status: 'active',
  passwordHash: 'hash of right',
  tokenGeneration: 3,
}

describe('issueToken', () => {
  let users: Map<string, PortalUserCredentials>
  /** Calls of the ports, in order. */
  let calls: string[]
  let dependencies: Parameters<typeof issueToken>[0]
  beforeEach(() => {
    users = new Map([['ana@revenda.example', ACTIVE]])
    calls = []
    dependencies = {
      // A call of any other store method fails the test.
      ...stubDependencies({
        portalUsers: {
          findCredentials: (email) => Promise.resolve(users.get(email)),
          recordSignIn({ id }) {
            calls.push(`signed in ${id}`)
            return Promise.resolve()
          },
        },
        secondFactors: {
          find: () => Promise.resolve({ secret: 'shared', isActive: true, recoveryHashes: [] }),
          // Any other step was used before.
          useStep: (_user, step) => Promise.resolve(step === 7),
          useRecoveryCode: () => Promise.resolve(false),
        },
        audit: {
          record({ action }) {
            calls.push(action)
            return Promise.resolve()
          },
        },
      }),
      passwords: {
        hash: (password) => Promise.resolve(`hash of ${password}`),
        verify(password, hash) {
          calls.push(`verify against ${hash ?? 'nobody'}`)
          return Promise.resolve(hash === `hash of ${password}`)
        },
      },
      signIns: {
        reserve(email, network) {
          calls.push(`reserve ${email} from ${network}`)
          return Promise.resolve({
            end(failed) {
              calls.push(failed ? 'failed' : 'not counted')
              return Promise.resolve()
            },
          })
        },
        lookUp(network, work) {
          calls.push(`look up from ${network}`)
          return work()
        },
        forget: () => Promise.reject(new Error('not called')),
      },
      oneTimeCodes: {
        newSecret: () => 'shared',
        uri: () => '',
        stepOf: (_secret, code) => (/^\d$/.test(code) ? Number(code) : undefined),
      },
      tokens: {
        issue: ({ userId, partnerId, tokenGeneration }) =>
          Promise.resolve(`token ${tokenGeneration} of ${userId} of ${partnerId}`),
      },
    }
  })

  const signIn = (email: string, password: string) => issueToken(dependencies, { email, password, network: NETWORK })
  const rejection = (kind: string) => expect.objectContaining({ name: 'DomainError', kind }) as Error
  const reserveCall = `reserve ana@revenda.example from ${NETWORK}`

  it('returns a token for the correct password of an active user and does not count the attempt', async () => {
    const issued = { token: 'token 3 of u1 of p1', userId: 'u1' }
    expect(await signIn('ana@revenda.example', 'right')).toEqual(issued)
    expect(calls).toEqual([
      reserveCall,
      'verify against hash of right',
      'not counted',
      'signed in u1',
      'portal-user.token-issued',
    ])
  })

  it('issues tokens to integrations, also for their previous password, but starts no session for them', async () => {
    const email = 'u1@integrations.example.com'
    const password = generatePassword()
    users.set(email, { ...ACTIVE, kind: 'integration', passwordHash: hashGeneratedPassword(password) })
    expect(await signIn(email, password)).toMatchObject({ userId: 'u1' })
    const replaced = { passwordHash: hashGeneratedPassword(generatePassword()) }
    users.set(email, { ...ACTIVE, ...replaced, previousPasswordHash: hashGeneratedPassword(password) })
    expect(await signIn(email, password)).toMatchObject({ userId: 'u1' })
    const input = { email, password, network: NETWORK, purpose: 'session' } as const
    await expect(authenticate(dependencies, input)).rejects.toEqual(rejection('integration-sign-in'))
  })

  it('requires an unused code of the second factor for a session, and counts wrong ones per user', async () => {
    const input = { email: 'ana@revenda.example', password: 'right', network: NETWORK, purpose: 'session' } as const
    await expect(authenticate(dependencies, input)).rejects.toEqual(rejection('second-factor-required'))
    expect(calls).toEqual([reserveCall, 'verify against hash of right', 'not counted'])
    for (const code of ['6', 'recovery']) {
      calls = []
      await expect(authenticate(dependencies, { ...input, code })).rejects.toEqual(rejection('wrong-code'))
      expect(calls).toEqual([
        reserveCall,
        'verify against hash of right',
        'reserve second factor from u1',
        'failed',
        'portal-user.sign-in-failed',
        'not counted',
      ])
    }
    calls = []
    expect(await authenticate(dependencies, { ...input, code: '7' })).toMatchObject({ userId: 'u1' })
    expect(calls.slice(-2)).toEqual(['signed in u1', 'portal-user.signed-in'])
  })

  it('rejects a wrong password, records it and counts the attempt', async () => {
    await expect(signIn('ana@revenda.example', 'wrong')).rejects.toEqual(rejection('invalid-credentials'))
    expect(calls).toEqual([reserveCall, 'verify against hash of right', 'portal-user.sign-in-failed', 'failed'])
  })

  it.each(['nobody@revenda.example', 'with\0@revenda.example', '\ud800'])(
    'verifies a password even for the unknown e-mail %j, to take the same time',
    async (email) => {
      await expect(signIn(email, 'right')).rejects.toEqual(rejection('invalid-credentials'))
      expect(calls).toEqual([`reserve ${email} from ${NETWORK}`, 'verify against nobody', 'failed'])
    },
  )

  it.each(['with\0@revenda.example', 'İana@revenda.example', 'ana@revenda.example\u212a'])(
    'does not query the store for %j: only ASCII addresses are registered',
    async (email) => {
      dependencies.stores.portalUsers.findCredentials = () => Promise.reject(new Error('queried'))
      await expect(signIn(email, 'right')).rejects.toEqual(rejection('invalid-credentials'))
    },
  )

  it('verifies passwords of integrations without the slow hash of people, also for unknown ones', async () => {
    const password = generatePassword()
    const passwordHash = hashGeneratedPassword(password)
    users.set('u1@integrations.example.com', { ...ACTIVE, kind: 'integration', passwordHash })
    expect(await signIn('u1@integrations.example.com', password)).toMatchObject({ token: 'token 3 of u1 of p1' })
    for (const [email, other] of [
      ['u1@integrations.example.com', generatePassword()],
      ['u2@integrations.example.com', password],
    ] as const)
      await expect(signIn(email, other)).rejects.toEqual(rejection('invalid-credentials'))
    expect(calls.filter((call) => call.startsWith('verify'))).toEqual([])
  })

  it('reserves no attempt for a correct generated password, and counts a wrong one', async () => {
    const password = generatePassword()
    const email = 'u1@integrations.example.com'
    users.set(email, { ...ACTIVE, kind: 'integration', passwordHash: hashGeneratedPassword(password) })
    await signIn(email, password)
    const lookUpCall = `look up from ${NETWORK}`
    expect(calls).toEqual([lookUpCall, 'signed in u1', 'portal-user.token-issued'])
    calls = []
    await expect(signIn(email, generatePassword())).rejects.toEqual(rejection('invalid-credentials'))
    expect(calls).toEqual([lookUpCall, `reserve ${email} from ${NETWORK}`, 'portal-user.sign-in-failed', 'failed'])
  })

  it('admits the partner of a correct generated password, otherwise the client, before any slow call', async () => {
    const password = generatePassword()
    const email = 'u1@integrations.example.com'
    users.set(email, { ...ACTIVE, kind: 'integration', passwordHash: hashGeneratedPassword(password) })
    const admitted: (string | undefined)[] = []
    const admit = (partnerId: string | undefined) => {
      admitted.push(partnerId)
      return Promise.reject(new DomainError('overloaded'))
    }
    for (const credentials of [
      { email, password },
      { email, password: generatePassword() },
      { email: 'ana@revenda.example', password: 'right' },
    ])
      await expect(issueToken(dependencies, { ...credentials, network: NETWORK, admit })).rejects.toEqual(
        rejection('overloaded'),
      )
    expect(admitted).toEqual(['p1', undefined, undefined])
    const lookUpCall = `look up from ${NETWORK}`
    expect(calls).toEqual([lookUpCall, lookUpCall])
  })

  it.each(['portalUsers', 'audit'] as const)('issues no token if the sign-in cannot be stored (%s)', async (name) => {
    const unavailable = () => Promise.reject(new DomainError('storage-unavailable'))
    // Each of the two stores has one of these methods.
    Object.assign(dependencies.stores[name], { recordSignIn: unavailable, record: unavailable })
    await expect(signIn('ana@revenda.example', 'right')).rejects.toEqual(rejection('storage-unavailable'))
  })

  it('normalizes the e-mail before counting and looking it up', async () => {
    await signIn('ANA@Revenda.Example', 'right')
    expect(calls[0]).toBe(reserveCall)
  })

  it('rejects a disabled user with the correct password, and an active user without a password', async () => {
    users.set('disabled@revenda.example', { ...ACTIVE, status: 'disabled' })
    users.set('without-password@revenda.example', { ...ACTIVE, passwordHash: null })
    for (const email of ['disabled@revenda.example', 'without-password@revenda.example']) {
      await expect(signIn(email, 'right')).rejects.toEqual(rejection('invalid-credentials'))
    }
    expect(calls.filter((call) => call.startsWith('verify'))).toEqual([
      'verify against nobody',
      'verify against nobody',
    ])
    expect(calls).not.toContain('not counted')
  })

  it('rejects an invited user as not activated without verifying the password or counting the attempt', async () => {
    users.set('ana@revenda.example', { ...ACTIVE, status: 'invited', passwordHash: null })
    await expect(signIn('ana@revenda.example', 'any')).rejects.toEqual(rejection('user-not-activated'))
    expect(calls).toEqual([reserveCall, 'not counted'])
  })

  it.each([
    ['', 'right'],
    ['ana@revenda.example', ''],
    ['', ''],
  ])('rejects e-mail %j with password %j without calling a port', async (email, password) => {
    await expect(signIn(email, password)).rejects.toEqual(rejection('invalid-credentials'))
    expect(calls).toEqual([])
  })

  it('does not query the store after too many failed attempts', async () => {
    dependencies.signIns.reserve = () => Promise.reject(new DomainError('too-many-sign-ins'))
    dependencies.stores.portalUsers.findCredentials = () => Promise.reject(new Error('queried'))
    await expect(signIn('ana@revenda.example', 'right')).rejects.toEqual(rejection('too-many-sign-ins'))
    expect(calls).toEqual([])
  })

  it('does not count an attempt whose password could not be verified', async () => {
    dependencies.passwords.verify = () => Promise.reject(new DomainError('overloaded'))
    await expect(signIn('ana@revenda.example', 'right')).rejects.toEqual(rejection('overloaded'))
    expect(calls).toEqual([reserveCall, 'not counted'])
  })
})
