import { expect, it } from 'vitest'
import { ANA, OPERATOR, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import { enablePortalUser, resendInvitation } from './resend-invitation.ts'
import type { PortalUserChanges } from '../identity/portal-user-store.ts'
import type { PortalUser } from '../identity/portal-user.ts'

const INVITED: PortalUser = { ...ANA, status: 'invited', permissions: ['accounts:read'] }
const DISABLED: PortalUser = { ...INVITED, status: 'disabled' }
const INTEGRATION: PortalUser = { ...DISABLED, kind: 'integration' }
const INPUT = { actor: OPERATOR, id: 'u1' }

/** Stores with one user. */
function storeWith(user: PortalUser) {
  const { queued, mails } = stubOutbox()
  const changes: PortalUserChanges[] = []
  const dependencies = stubDependencies({
    partners: { find: () => Promise.resolve(PARTNER) },
    portalUsers: {
      find: (id) => Promise.resolve(id === user.id ? user : undefined),
      findByEmail: () => Promise.resolve(user),
      change(_id, changed, { unless } = {}) {
        if (user.status === unless) return Promise.resolve(undefined)
        changes.push(changed)
        return Promise.resolve(user)
      },
    },
    mails,
  })
  return { ...dependencies, changes, queued }
}

it.each([
  ['resendInvitation', 'invited', resendInvitation, INVITED],
  ['resendInvitation', 'disabled', resendInvitation, DISABLED],
  ['enablePortalUser', 'disabled', enablePortalUser, DISABLED],
])(
  '%s sends a person with the status %s another invitation with the previous permissions, and names the operator only in the audit trail',
  async (_name, _status, invite, user) => {
    const dependencies = storeWith(user)
    expect(await invite(dependencies, INPUT)).toEqual(INVITED)
    expect(dependencies.changes).toMatchObject([
      { status: 'invited', passwordHash: null, permissions: ['accounts:read'] },
    ])
    expect(dependencies.queued).toMatchObject([{ recipient: ANA.email, content: { kind: 'portal-user-invitation' } }])
    expect(dependencies.queued[0]!.content).not.toHaveProperty('invitedBy')
    expect(dependencies.recorded).toMatchObject([{ actor: OPERATOR, action: 'portal-user.invited', subjectId: 'u1' }])
  },
)

it.each([
  ['resendInvitation', 'an unknown id', resendInvitation, INVITED, 'u2', 'portal-user-not-found'],
  ['resendInvitation', 'an active user', resendInvitation, ANA, 'u1', 'portal-user-already-active'],
  ['resendInvitation', 'an integration', resendInvitation, INTEGRATION, 'u1', 'portal-user-email-taken'],
  ['enablePortalUser', 'an unknown id', enablePortalUser, DISABLED, 'u2', 'portal-user-not-found'],
  ['enablePortalUser', 'an active user', enablePortalUser, ANA, 'u1', 'portal-user-not-disabled'],
  ['enablePortalUser', 'an invited user', enablePortalUser, INVITED, 'u1', 'portal-user-not-disabled'],
  ['enablePortalUser', 'a disabled integration', enablePortalUser, INTEGRATION, 'u1', 'portal-user-not-disabled'],
] as const)('%s rejects %s, changes nothing and sends nothing', async (_name, _case, invite, user, id, kind) => {
  const dependencies = storeWith(user)
  await expect(invite(dependencies, { ...INPUT, id })).rejects.toMatchObject({ kind })
  expect([dependencies.changes, dependencies.queued, dependencies.recorded]).toEqual([[], [], []])
})
