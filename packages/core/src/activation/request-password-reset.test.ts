import { expect, it } from 'vitest'
import type { StoredActivation } from '../identity/activation-link.ts'
import { sha256 } from '../secrets/secrets.ts'
import { DomainError } from '../errors.ts'
import { ANA, OPERATOR, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { requestPasswordReset, sendPasswordReset } from './request-password-reset.ts'

const NETWORK = '198.51.100.7'
const WITHOUT_RESET: [string, Partial<PortalUser>][] = [
  ['an invited user', { status: 'invited' }],
  ['a disabled user', { status: 'disabled' }],
  ['an integration', { kind: 'integration' }],
]

/** Stores with one user. */
function storeWith(changes: Partial<PortalUser> = {}) {
  const user = { ...ANA, ...changes }
  const { queued, mails } = stubOutbox()
  const links: [string, StoredActivation][] = []
  const counted: string[] = []
  const dependencies = stubDependencies({
    portalUsers: {
      find: (id) => Promise.resolve(id === user.id ? user : undefined),
      findByEmail: (email) => Promise.resolve(email === user.email ? user : undefined),
      setResetLink(...link) {
        links.push(link)
        return Promise.resolve()
      },
    },
    partners: { find: () => Promise.resolve(PARTNER) },
    mails,
  })
  const passwordResets = {
    count(email: string, network: string) {
      counted.push(`${email} from ${network}`)
      return Promise.resolve()
    },
  }
  return { ...dependencies, passwordResets, links, queued, counted }
}

function expectLinkSent({ queued, links }: ReturnType<typeof storeWith>) {
  const content = { kind: 'password-reset', name: 'Ana', partnerName: 'Revenda' }
  expect(queued).toMatchObject([{ recipient: ANA.email, partnerId: 'p1', content }])
  const { resetToken } = queued[0]!.content as { resetToken: string }
  expect(links).toEqual([['u1', { tokenHash: sha256(resetToken), validForSeconds: 3600 }]])
}

it('requestPasswordReset ignores the case of the e-mail, mails the link whose hash it stores and returns nothing', async () => {
  const dependencies = storeWith()
  expect(await requestPasswordReset(dependencies, { email: 'ANA@revenda.example', network: NETWORK })).toBeUndefined()
  expectLinkSent(dependencies)
  expect(dependencies.counted).toEqual([`ana@revenda.example from ${NETWORK}`])
})

// Concurrent, because each response is delayed.
it.concurrent.each<[string, Partial<PortalUser>, string?]>([
  ...WITHOUT_RESET,
  ['an unknown e-mail', {}, 'nobody@revenda.example'],
  ['an invalid e-mail', {}, 'İana@revenda.example'],
])(
  'requestPasswordReset counts %s, sends nothing, and returns nothing, as for a known e-mail',
  async (_case, changes, email = ANA.email) => {
    const dependencies = storeWith(changes)
    expect(await requestPasswordReset(dependencies, { email, network: NETWORK })).toBeUndefined()
    expect([dependencies.links, dependencies.queued]).toEqual([[], []])
    expect(dependencies.counted).toEqual([`${email} from ${NETWORK}`])
  },
)

it('requestPasswordReset does not look the e-mail up after too many requests', async () => {
  const dependencies = storeWith()
  dependencies.passwordResets.count = () => Promise.reject(new DomainError('too-many-password-resets'))
  dependencies.transact = () => Promise.reject(new Error('looked up'))
  await expect(requestPasswordReset(dependencies, { email: ANA.email, network: NETWORK })).rejects.toMatchObject({
    kind: 'too-many-password-resets',
  })
})

it('sendPasswordReset mails a link, records who sent it and keeps the current password', async () => {
  const dependencies = storeWith()
  expect(await sendPasswordReset(dependencies, { actor: OPERATOR, id: 'u1' })).toEqual(ANA)
  expectLinkSent(dependencies)
  expect(dependencies.recorded).toEqual([
    { actor: OPERATOR, action: 'portal-user.password-reset-sent', subjectId: 'u1', partnerId: 'p1' },
  ])
})

it.each<[string, Partial<PortalUser>, string]>([
  ...WITHOUT_RESET.map(([who, changes]): [string, Partial<PortalUser>, string] => [
    who,
    changes,
    'portal-user-not-active',
  ]),
  ['an unknown id', { id: 'u2' }, 'portal-user-not-found'],
])('sendPasswordReset rejects %s and sends nothing', async (_case, changes, kind) => {
  const dependencies = storeWith(changes)
  await expect(sendPasswordReset(dependencies, { actor: OPERATOR, id: 'u1' })).rejects.toMatchObject({ kind })
  expect([dependencies.links, dependencies.queued, dependencies.recorded]).toEqual([[], [], []])
})
