import { beforeEach, describe, expect, it } from 'vitest'
import { ACCESS, ANA, PARTNER, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import type { Permission } from '../identity/permissions.ts'
import type { NewPortalUser, PortalUserChanges } from '../identity/portal-user-store.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { LIMITS } from '../limits.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { MailFilter } from '../records/record-queries.ts'
import {
  disableMember,
  enableMember,
  inviteColleague,
  inviteColleagueAgain,
  setMemberPermissions,
} from './manage-team.ts'

const MANAGER: PortalUser = { ...ANA, permissions: ['users:manage', 'accounts:read'] }
const BIA: PortalUser = { ...ANA, id: 'u2', email: 'bia@revenda.example', name: 'Bia', permissions: ['accounts:read'] }
const CREATOR: PortalUser = { ...BIA, id: 'u3', permissions: ['accounts:create'] }
const ERP: PortalUser = { ...BIA, id: 'u4', kind: 'integration' }
const STRANGER: PortalUser = { ...BIA, id: 'u5', partnerId: 'p2' }
const GONE: PortalUser = { ...BIA, id: 'u6', status: 'disabled' }
const USERS = [MANAGER, BIA, CREATOR, ERP, STRANGER, GONE]

const TOKEN_GENERATION = 3
const CALLER = { userId: 'u1', partnerId: 'p1' }
const ACTOR = { kind: 'portal-user', id: 'u1' }

describe('changes by a manager', () => {
  let managerPermissions: readonly Permission[]
  let managers: string[]
  let passwordHash: string | null
  /** The user with the invited e-mail. */
  let knownUser: PortalUser | undefined
  let added: NewPortalUser[]
  let changes: [string, PortalUserChanges][]
  let outbox: ReturnType<typeof stubOutbox>
  /** The partner's number of people. */
  let size: number
  /** Returns the invitations that were sent. */
  let sent: (filter: MailFilter) => Partial<MailRecord>[]
  let dependencies: ReturnType<typeof stubDependencies>
  beforeEach(() => {
    managerPermissions = MANAGER.permissions
    managers = ['u1']
    passwordHash = null
    knownUser = undefined
    added = []
    changes = []
    outbox = stubOutbox()
    size = 0
    sent = () => []
    dependencies = stubDependencies({
      partners: { find: () => Promise.resolve(PARTNER) },
      portalUsers: {
        lockManagers: () => Promise.resolve(managers),
        findCredentials: () => Promise.resolve({ ...BIA, passwordHash, tokenGeneration: TOKEN_GENERATION }),
        count: () => Promise.resolve(size),
        findAccess: () => Promise.resolve({ ...ACCESS, permissions: managerPermissions }),
        find: (id, partnerId) => Promise.resolve(USERS.find((user) => user.id === id && user.partnerId === partnerId)),
        findByEmail: () => Promise.resolve(knownUser),
        add(user) {
          added.push(user)
          return Promise.resolve()
        },
        change(id, changed, condition) {
          changes.push([id, changed])
          const isCurrent = condition?.tokenGeneration === undefined || condition.tokenGeneration === TOKEN_GENERATION
          return Promise.resolve(isCurrent ? USERS.find((user) => user.id === id) : undefined)
        },
      },
      mails: outbox.mails,
      records: {
        mails: (filter) => Promise.resolve({ items: sent(filter) as MailRecord[], nextCursor: null }),
      },
    })
  })

  const expectRejection = async (call: Promise<unknown>, kind: string) => {
    await expect(call).rejects.toMatchObject({ kind })
    expect([added, changes, outbox.queued, dependencies.recorded]).toEqual([[], [], [], []])
  }
  const invite = (...permissions: Permission[]) =>
    inviteColleague(dependencies, { ...CALLER, email: 'caio@revenda.example', name: 'Caio', permissions })
  const setPermissions = (id: string, ...permissions: Permission[]) =>
    setMemberPermissions(dependencies, { ...CALLER, id, permissions })

  it.each([
    ['inviteColleague', () => invite('accounts:read')],
    ['inviteColleagueAgain', () => inviteColleagueAgain(dependencies, { ...CALLER, id: 'u2' })],
    ['disableMember', () => disableMember(dependencies, { ...CALLER, id: 'u2' })],
    ['setMemberPermissions', () => setPermissions('u2')],
  ])('%s rejects a user without users:manage', async (_name, call) => {
    managerPermissions = ['accounts:read', 'accounts:create']
    await expectRejection(call(), 'forbidden')
  })

  it.each([
    ['inviteColleagueAgain', (id: string) => inviteColleagueAgain(dependencies, { ...CALLER, id })],
    ['disableMember', (id: string) => disableMember(dependencies, { ...CALLER, id })],
    ['setMemberPermissions', (id: string) => setPermissions(id)],
  ])("%s does not find another partner's user", async (_name, call) => {
    await expectRejection(call('u5'), 'portal-user-not-found')
  })

  it("inviteColleague invites to the manager's partner, with the requested permissions and in the manager's name", async () => {
    expect(await invite('accounts:read')).toMatchObject({ partnerId: 'p1', status: 'invited', name: 'Caio' })
    expect(added).toMatchObject([{ partnerId: 'p1', permissions: ['accounts:read'] }])
    expect(outbox.queued).toMatchObject([{ recipient: 'caio@revenda.example', content: { invitedBy: 'Ana' } }])
    expect(dependencies.recorded).toMatchObject([{ actor: ACTOR, action: 'portal-user.invited', partnerId: 'p1' }])
  })

  it('inviteColleague rejects a member beyond the maximum', async () => {
    size = LIMITS.teamSize.person
    await expectRejection(invite('accounts:read'), 'team-full')
  })

  it.each([
    ['inviteColleague', undefined, () => invite('accounts:read')],
    ['inviteColleagueAgain', BIA, () => inviteColleagueAgain(dependencies, { ...CALLER, id: 'u2' })],
  ])(
    '%s rejects a second mail to an address within ten minutes, and a mail beyond the daily limit',
    async (_name, known, call) => {
      knownUser = known
      sent = ({ recipient }) => (recipient ? [{ createdAt: new Date(Date.now() - 60_000) }] : [])
      await expect(call()).rejects.toMatchObject({ kind: 'invitation-just-sent', retryAfterSeconds: 540 })
      sent = ({ partnerId }) => (partnerId ? Array.from({ length: LIMITS.invitations.perDay }, () => ({})) : [])
      await expectRejection(call(), 'too-many-invitations')
    },
  )

  it('inviteColleague rejects a permission that the manager lacks', async () => {
    await expectRejection(invite('accounts:read', 'accounts:create'), 'forbidden')
  })

  it('inviteColleagueAgain invites with the e-mail, name and permissions that the colleague has', async () => {
    knownUser = BIA
    await inviteColleagueAgain(dependencies, { ...CALLER, id: 'u2' })
    expect(changes).toMatchObject([['u2', { name: 'Bia', status: 'invited', permissions: ['accounts:read'] }]])
    expect(outbox.queued).toMatchObject([{ recipient: BIA.email, content: { invitedBy: 'Ana' } }])
    expect(dependencies.recorded).toMatchObject([{ actor: ACTOR, action: 'portal-user.invited', subjectId: 'u2' }])
  })

  it('inviteColleagueAgain rejects a colleague with a permission that the manager lacks', async () => {
    await expectRejection(inviteColleagueAgain(dependencies, { ...CALLER, id: 'u3' }), 'forbidden')
  })

  it('inviteColleagueAgain rejects an integration', async () => {
    knownUser = ERP
    await expectRejection(inviteColleagueAgain(dependencies, { ...CALLER, id: 'u4' }), 'portal-user-email-taken')
  })

  it.each([CREATOR, ERP])('disableMember disables a member with any permissions: $kind', async ({ id }) => {
    await disableMember(dependencies, { ...CALLER, id })
    expect(changes).toEqual([[id, { status: 'disabled', activation: null }]])
    expect(dependencies.recorded).toMatchObject([{ actor: ACTOR, action: 'portal-user.disabled', subjectId: id }])
  })

  it('disableMember and setMemberPermissions let a manager leave only if another active one remains', async () => {
    const leave = () => disableMember(dependencies, { ...CALLER, id: 'u1' })
    await expectRejection(leave(), 'last-manager')
    await expectRejection(setPermissions('u1', 'accounts:read'), 'last-manager')
    managers = ['u1', 'u2']
    await leave()
    await setPermissions('u1', 'accounts:read')
    expect(changes).toMatchObject([
      ['u1', { status: 'disabled' }],
      ['u1', { permissions: ['accounts:read'] }],
    ])
  })

  it('enableMember restores a user that still has a password, and invites any other', async () => {
    const enable = () => enableMember(dependencies, { ...CALLER, id: 'u6' })
    passwordHash = 'hash'
    await enable()
    expect(changes).toEqual([['u6', { status: 'active' }]])
    expect(dependencies.recorded).toMatchObject([{ actor: ACTOR, action: 'portal-user.enabled', subjectId: 'u6' }])
    passwordHash = null
    knownUser = GONE
    await enable()
    expect(changes[1]).toMatchObject(['u6', { status: 'invited' }])
    expect(outbox.queued).toHaveLength(1)
  })

  it.each<[string, string, Permission[]]>([
    ['grants permissions that the manager has', 'u2', ['accounts:read', 'users:manage']],
    ['withdraws a permission that the manager lacks', 'u3', []],
    ['keeps a permission that the manager lacks', 'u3', ['accounts:create', 'accounts:read']],
    ["withdraws the manager's own permissions except users:manage", 'u1', ['users:manage']],
  ])('setMemberPermissions %s', async (_what, id, permissions) => {
    await setPermissions(id, ...permissions)
    expect(changes).toEqual([[id, { permissions }]])
    expect(dependencies.recorded).toMatchObject([
      { actor: ACTOR, action: 'portal-user.permissions-changed', subjectId: id },
    ])
  })

  it.each<[string, string, Permission[], string]>([
    ['a permission that the manager lacks', 'u2', ['accounts:read', 'accounts:create'], 'forbidden'],
    ['a new permission for the manager', 'u1', ['users:manage', 'accounts:create'], 'forbidden'],
  ])('setMemberPermissions rejects %s', async (_what, id, permissions, kind) => {
    await expectRejection(setPermissions(id, ...permissions), kind)
  })
})
