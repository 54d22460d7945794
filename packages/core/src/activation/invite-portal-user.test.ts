import { describe, expect, it } from 'vitest'
import { ANA, OPERATOR, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import { invitePortalUser } from './invite-portal-user.ts'
import type { NewPortalUser, PortalUserChanges } from '../identity/portal-user-store.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { sha256 } from '../secrets/secrets.ts'

const USER = {
  partnerId: 'p1',
  email: 'Ana@Revenda.example',
  name: 'Ana',
  permissions: ['accounts:read'] as const,
}
const INPUT = { actor: OPERATOR, ...USER }
const KNOWN: PortalUser = { ...ANA, status: 'disabled' }

/** Stores with the partner `p1` and, if given, one user with Ana's e-mail. */
function storesWith(known?: PortalUser) {
  const added: NewPortalUser[] = []
  const changed: [string, PortalUserChanges][] = []
  const { queued, mails } = stubOutbox()
  const dependencies = stubDependencies({
    partners: { find: (id) => Promise.resolve(id === PARTNER.id ? PARTNER : undefined) },
    portalUsers: {
      findByEmail: (email) => Promise.resolve(email === 'ana@revenda.example' ? known : undefined),
      deleteUnused: () => Promise.resolve(false),
      add(user) {
        added.push(user)
        return Promise.resolve()
      },
      change(id, changes, { unless } = {}) {
        if (known?.status === unless) return Promise.resolve(undefined)
        changed.push([id, changes])
        return Promise.resolve(known)
      },
    },
    mails,
  })
  return { ...dependencies, added, changed, queued }
}

describe('invitePortalUser', () => {
  it('adds an invited user and mails the link whose hash it stores', async () => {
    const dependencies = storesWith()
    expect(await invitePortalUser(dependencies, INPUT)).toEqual({
      id: 'id1',
      kind: 'person',
      ...USER,
      status: 'invited',
    })

    const [mail] = dependencies.queued
    expect(mail).toMatchObject({ recipient: INPUT.email, partnerId: 'p1', content: { partnerName: 'Revenda' } })
    const { activationToken } = mail!.content as { activationToken: string }
    const activation = { tokenHash: sha256(activationToken) }
    expect(dependencies.added).toMatchObject([{ id: 'id1', status: 'invited', passwordHash: null, activation }])
    expect(dependencies.recorded).toEqual([
      { actor: OPERATOR, action: 'portal-user.invited', subjectId: 'id1', partnerId: 'p1' },
    ])
  })

  it('invites a known user again by the stored address, ignoring the case of the e-mail', async () => {
    const dependencies = storesWith(KNOWN)
    expect(await invitePortalUser(dependencies, INPUT)).toMatchObject({ id: 'u1', email: KNOWN.email })
    expect(dependencies.changed).toMatchObject([['u1', { status: 'invited', passwordHash: null }]])
    expect(dependencies.queued).toMatchObject([{ recipient: KNOWN.email }])
  })

  it('grants a new user the default permissions and a known user those it had, if none are named', async () => {
    const unnamed = { ...INPUT, permissions: undefined }
    expect(await invitePortalUser(storesWith(), unnamed)).toMatchObject({
      permissions: ['accounts:read', 'accounts:create'],
    })
    const dependencies = storesWith({ ...KNOWN, permissions: ['accounts:read'] })
    expect(await invitePortalUser(dependencies, unnamed)).toMatchObject({ permissions: ['accounts:read'] })
    expect(dependencies.changed).toMatchObject([['u1', { permissions: ['accounts:read'] }]])
  })

  it('adds a user whose e-mail another partner invited, if that user was never active and could be deleted', async () => {
    const dependencies = storesWith({ ...KNOWN, partnerId: 'p2' })
    const deleted: string[] = []
    dependencies.stores.portalUsers.deleteUnused = ({ id }) => {
      deleted.push(id)
      return Promise.resolve(true)
    }
    expect(await invitePortalUser(dependencies, INPUT)).toMatchObject({ id: 'id1', partnerId: 'p1', email: USER.email })
    expect(deleted).toEqual([KNOWN.id])
    expect(dependencies.added).toMatchObject([{ id: 'id1', partnerId: 'p1' }])
    expect(dependencies.recorded).toMatchObject([
      { actor: { kind: 'service' }, action: 'portal-user.erased', subjectId: KNOWN.id, partnerId: 'p2' },
      { actor: INPUT.actor, action: 'portal-user.invited', subjectId: 'id1', partnerId: 'p1' },
    ])
  })

  it('names the manager who invites, and what the user is permitted to do', async () => {
    const dependencies = storesWith()
    await invitePortalUser(dependencies, { ...INPUT, invitedBy: 'Bia' })
    expect(dependencies.queued).toMatchObject([{ content: { invitedBy: 'Bia', permissions: ['accounts:read'] } }])
  })

  it.each([
    ['an unknown partner', undefined, { partnerId: 'p2' }, 'partner-not-found'],
    ["an integration's e-mail", undefined, { email: 'u9@Integrations.example.com' }, 'portal-user-email-reserved'],
    ["a test user's e-mail", undefined, { email: 'u9@test-users.invalid' }, 'portal-user-email-reserved'],
    ['an integration', { ...KNOWN, kind: 'integration' as const }, {}, 'portal-user-email-taken'],
    ["another partner's user", { ...KNOWN, partnerId: 'p2' }, {}, 'portal-user-email-taken'],
    ['an active user', { ...KNOWN, status: 'active' as const }, {}, 'portal-user-already-active'],
  ])('rejects %s and sends nothing', async (_case, known, changes, kind) => {
    const dependencies = storesWith(known)
    await expect(invitePortalUser(dependencies, { ...INPUT, ...changes })).rejects.toMatchObject({ kind })
    expect([dependencies.added, dependencies.changed, dependencies.queued, dependencies.recorded]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })
})
