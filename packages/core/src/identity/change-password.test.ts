import { beforeEach, describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { ACCESS, ANA, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import { changePassword } from './change-password.ts'
import type { PortalUser, PortalUserAccess } from './portal-user.ts'

const INPUT = {
  access: ACCESS,
  currentPassword: 'current',
  password: 'correct horse battery',
  network: '198.51.100.7',
}

describe('changePassword', () => {
  let user: PortalUser | undefined
  /** The user and its access after the change, as the transaction reads them. */
  let changed: PortalUser | undefined
  let accessAfter: PortalUserAccess | undefined
  /** Calls of the ports, in order. */
  let calls: string[]
  let outbox: ReturnType<typeof stubOutbox>
  let dependencies: Parameters<typeof changePassword>[0] & ReturnType<typeof stubDependencies>
  beforeEach(() => {
    user = ANA
    changed = ANA
    accessAfter = { ...ACCESS, tokenGeneration: 2 }
    calls = []
    outbox = stubOutbox()
    dependencies = {
      ...stubDependencies({
        portalUsers: {
          find: (id, partnerId) => Promise.resolve(id === 'u1' && partnerId === 'p1' ? user : undefined),
          findCredentials: (email) =>
            Promise.resolve({
              id: 'u1',
              partnerId: 'p1',
              kind: 'person',
              status: 'active',
              tokenGeneration: 1,
              passwordHash: email === 'ana@revenda.example' ? 'hash of current' : null,
            }),
          change(id, { passwordHash, ...others }, condition) {
            calls.push(`change ${id} to ${passwordHash} ${JSON.stringify({ ...others, ...condition })}`)
            return Promise.resolve(changed)
          },
          findAccess: () => Promise.resolve(accessAfter),
        },
        partners: { find: () => Promise.resolve(PARTNER) },
        mails: outbox.mails,
      }),
      passwords: {
        hash: (password) => Promise.resolve(`hash of ${password}`),
        verify: (password, hash) => Promise.resolve(hash === `hash of ${password}`),
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
        lookUp: () => Promise.reject(new Error('not called')),
        forget: () => Promise.reject(new Error('not called')),
      },
    }
  })

  const reserveCall = 'reserve ana@revenda.example from 198.51.100.7'
  const expectRejection = async (kind: string, changes: Partial<typeof INPUT> = {}) => {
    await expect(changePassword(dependencies, { ...INPUT, ...changes })).rejects.toMatchObject({ kind })
    expect([outbox.queued, dependencies.recorded]).toEqual([[], []])
  }

  it('stores the hash, records the change, informs the user and returns the subject of a new session', async () => {
    expect(await changePassword(dependencies, INPUT)).toEqual({ userId: 'u1', partnerId: 'p1', tokenGeneration: 2 })
    expect(calls).toEqual([
      reserveCall,
      'not counted',
      'change u1 to hash of correct horse battery {"tokenGeneration":1}',
    ])
    const actor = { kind: 'portal-user', id: 'u1' }
    expect(dependencies.recorded).toEqual([
      { actor, action: 'portal-user.password-changed', subjectId: 'u1', partnerId: 'p1' },
    ])
    const content = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' }
    expect(outbox.queued).toEqual([{ recipient: ANA.email, content, partnerId: 'p1' }])
  })

  it('counts a wrong current password as a failed sign-in of the normalized e-mail', async () => {
    user = { ...ANA, email: 'Ana@Revenda.example' }
    await expectRejection('wrong-password', { currentPassword: 'wrong' })
    expect(calls).toEqual([reserveCall, 'failed'])
  })

  it('verifies nothing after too many failed sign-ins', async () => {
    dependencies.signIns.reserve = () => Promise.reject(new DomainError('too-many-sign-ins'))
    dependencies.passwords.verify = () => Promise.reject(new Error('verified'))
    await expectRejection('too-many-sign-ins')
  })

  it('does not count an attempt whose password could not be verified', async () => {
    dependencies.passwords.verify = () => Promise.reject(new DomainError('overloaded'))
    await expectRejection('overloaded')
    expect(calls).toEqual([reserveCall, 'not counted'])
  })

  it("verifies the current password before it rejects a new password made of the user's own name", async () => {
    user = { ...ANA, name: 'Mariana' }
    await expectRejection('wrong-password', { currentPassword: 'wrong', password: 'mariana12345' })
    await expectRejection('password-too-common', { password: 'mariana12345' })
    expect(calls).toEqual([reserveCall, 'failed', reserveCall, 'not counted'])
  })

  it.each<[string, PortalUser | undefined, Partial<PortalUserAccess>]>([
    ['a user that no longer exists', undefined, {}],
    ['an integration', { ...ANA, kind: 'integration' }, {}],
    ['a disabled user', ANA, { userStatus: 'disabled' }],
  ])('rejects %s without reserving an attempt', async (_case, found, access) => {
    user = found
    await expectRejection('forbidden', { access: { ...ACCESS, ...access } })
    expect(calls).toEqual([])
  })

  it.each(['disabled', 'invited'] as const)('rejects a user that became %s during the call', async (status) => {
    changed = { ...ANA, status }
    await expectRejection('unauthenticated')
  })

  it('rejects a user whose password changed during the call', async () => {
    changed = undefined
    await expectRejection('unauthenticated')
  })

  it('rejects a user that disappeared during the call', async () => {
    accessAfter = undefined
    await expectRejection('unauthenticated')
  })
})
