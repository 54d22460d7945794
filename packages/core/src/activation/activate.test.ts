import { beforeEach, describe, expect, it } from 'vitest'
import { ANA } from '../../test/stub-dependencies.ts'
import { activate, checkActivationLink } from './activate.ts'
import type { Stores } from '../dependencies.ts'
import { type ActivationLink, issueActivationToken, type LinkKey } from '../identity/activation-link.ts'
import type { NewMail } from '../mails/mail.ts'

const PASSWORD = 'correct horse battery'
const FORGET_CALL = `forget failures of ${ANA.email} from 10.0.0.1`
const USABLE: ActivationLink = { state: 'usable', email: ANA.email, name: ANA.name }

describe('activate', () => {
  let link: ActivationLink | undefined
  /** Calls that change something or are slow, in order. */
  let calls: string[]
  let dependencies: Parameters<typeof activate>[0]
  beforeEach(() => {
    link = USABLE
    calls = []
    const stores = {
      portalUsers: {
        findActivationLink: () => Promise.resolve(link),
        findResetLink: () => Promise.resolve(link),
        resetPassword(_link: LinkKey, passwordHash: string) {
          calls.push(`reset with ${passwordHash}`)
          return Promise.resolve(ANA)
        },
        activate(_link: LinkKey, passwordHash: string) {
          calls.push(`activate with ${passwordHash}`)
          return Promise.resolve(ANA)
        },
      },
      partners: { find: () => Promise.resolve({ name: 'Revenda Estrela' }) },
      mails: {
        queue({ content }: NewMail) {
          calls.push(`mail ${content.kind}`)
          return Promise.resolve('m1')
        },
      },
      audit: {
        record({ action }: { action: string }) {
          calls.push(action)
          return Promise.resolve()
        },
      },
    } as unknown as Stores
    dependencies = {
      stores,
      transact: (work) => work(stores),
      passwords: {
        hash(password) {
          calls.push('hash')
          return Promise.resolve(`hash of ${password}`)
        },
        verify: () => Promise.reject(new Error('not called')),
      },
      signIns: {
        reserve: () => Promise.reject(new Error('not called')),
        lookUp: () => Promise.reject(new Error('not called')),
        forget(email, network) {
          calls.push(`forget failures of ${email} from ${network}`)
          return Promise.resolve()
        },
      },
    }
  })

  const { token } = issueActivationToken('portal-user', ANA.partnerId)
  const { token: resetToken } = issueActivationToken('password-reset', ANA.partnerId)
  const useLink = (password = PASSWORD, linkToken = token) =>
    activate(dependencies, { token: linkToken, password, network: '10.0.0.1' })

  it('sets the chosen password and records who activated', async () => {
    expect(await useLink()).toEqual({ kind: 'portal-user', user: ANA })
    expect(calls).toEqual(['hash', `activate with hash of ${PASSWORD}`, 'portal-user.activated', FORGET_CALL])
  })

  it('replaces a forgotten password, records it and informs the user by mail', async () => {
    expect(await useLink(PASSWORD, resetToken)).toEqual({ kind: 'portal-user', user: ANA })
    const changes = [
      `reset with hash of ${PASSWORD}`,
      'portal-user.password-reset',
      'mail password-changed',
      FORGET_CALL,
    ]
    expect(calls).toEqual(['hash', ...changes])
  })

  it('rejects an unusable link for a forgotten password before hashing the password', async () => {
    link = undefined
    await expect(useLink(PASSWORD, resetToken)).rejects.toMatchObject({ kind: 'password-link-invalid' })
    await expect(checkActivationLink(dependencies, { token: resetToken })).rejects.toMatchObject({
      kind: 'password-link-invalid',
    })
    expect(calls).toEqual([])
  })

  it.each([
    ['an unknown', undefined, 'activation-link-invalid'],
    ['a used', { ...USABLE, state: 'used' }, 'activation-link-used'],
    ['an expired', { ...USABLE, state: 'expired' }, 'activation-link-expired'],
  ] as const)('rejects %s link before hashing the password', async (_case, found, kind) => {
    link = found
    await expect(useLink()).rejects.toMatchObject({ kind })
    await expect(checkActivationLink(dependencies, { token })).rejects.toMatchObject({ kind })
    expect(calls).toEqual([])
  })

  it('checkActivationLink returns whose link it is, without using it', async () => {
    expect(await checkActivationLink(dependencies, { token })).toEqual({
      name: ANA.name,
      email: ANA.email,
      partnerName: 'Revenda Estrela',
    })
    expect(calls).toEqual([])
  })

  // The store finds a usable link for every token, so the call would succeed if it looked the token up.
  it('rejects a token without a known prefix, and does not look it up', async () => {
    await expect(useLink(PASSWORD, 'x')).rejects.toMatchObject({ kind: 'activation-link-invalid' })
  })

  it.each(['qwertyuiop12', 'ana@revenda.example'])(
    'rejects the weak password %j before hashing it',
    async (password) => {
      await expect(useLink(password)).rejects.toMatchObject({ kind: 'password-too-common' })
      expect(calls).toEqual([])
    },
  )
})
