import { createIdGenerator, type Permission } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from './browser-client.ts'
import {
  accountBody,
  addColleague,
  addPortalUser,
  newAddress,
  request,
  PROPAGATION_LIMIT_MS,
  sharedService,
  signedIn,
  signIn,
  skipTime,
  type TestPortalUser,
  type TestService,
} from './harness.ts'
import { internalClient, nativeClient, rejectionOf, UNAUTHENTICATED, UNKNOWN_ID } from './internal/internal-client.ts'
import { QueuedMails } from './internal/queued-mails.ts'

const newId = createIdGenerator()
const FORBIDDEN = { status: 403 }
const NOT_FOUND = { status: 404, details: 'Portal user not found.' }
const LAST_MANAGER = { status: 409 }
const PASSWORD = 'correct horse battery'

let service: TestService
let mails: QueuedMails
beforeAll(async () => {
  service = await sharedService()
  mails = new QueuedMails(service.database)
})

/** Adds a partner with a manager whose permissions are `users:manage` and the given ones. */
async function addManager(...permissions: Permission[]) {
  const user = await addPortalUser(service, { permissions: ['users:manage', ...permissions] })
  const browser = await BrowserClient.signedIn(service, user)
  return { user, browser, team: browser.page().team }
}
const newEmail = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@revenda.example`
const signInStatus = async (credentials: { email: string; password: string }) =>
  (await request(service, 'POST', '/tokens', credentials, { 'x-forwarded-for': newAddress() })).status
/** Sets `PASSWORD` by the link of an invitation. */
const activate = (token: string) => nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
/** Deletes the mails to a user, because a user gets at most one invitation in ten minutes. */
const allowNextInvitation = (email: string) => service.database.prisma.mail.deleteMany({ where: { recipient: email } })
const setPermissionsAsOperator = ({ id }: Pick<TestPortalUser, 'id'>, permissions: Permission[]) =>
  internalClient(service).portalUsers.setPermissions.mutate({ id, permissions })

describe('A manager', () => {
  it('invites a colleague by a mail that names the manager, and sees when the colleague signed in', async () => {
    const { team, user } = await addManager('accounts:read')
    const email = newEmail('bia')
    const invited = await team.invite.mutate({ email, name: 'Bia Lima', permissions: ['accounts:read'] })
    expect(invited).toEqual({
      id: invited.id,
      partnerId: user.partnerId,
      kind: 'person',
      email,
      name: 'Bia Lima',
      status: 'invited',
      permissions: ['accounts:read'],
    })
    expect(await mails.to(email)).toMatchObject([{ invitedBy: 'Ana', permissions: ['accounts:read'] }])
    await activate(await mails.latestToken(email))
    expect(await signInStatus({ email, password: PASSWORD })).toBe(200)
    const { items, nextCursor } = await team.list.query()
    expect(nextCursor).toBeNull()
    expect(items).toMatchObject([
      { id: user.id, lastSignedInAt: expect.stringMatching(/\+00:00$/) as string },
      { id: invited.id, status: 'active', lastSignedInAt: expect.stringMatching(/\+00:00$/) as string },
    ])
  })

  it('sends another invitation, which revokes the first link, until the colleague is active', async () => {
    const { team } = await addManager('accounts:read')
    const email = newEmail('bia')
    const { id } = await team.invite.mutate({ email, name: 'Bia', permissions: ['accounts:read'] })
    const first = await mails.latestToken(email)
    expect(await rejectionOf(team.resendInvitation.mutate({ id }))).toMatchObject({ status: 429 })
    await allowNextInvitation(email)
    await team.resendInvitation.mutate({ id })
    expect(await rejectionOf(activate(first))).toMatchObject({ status: 404 })
    await activate(await mails.latestToken(email))
    await allowNextInvitation(email)
    expect(await rejectionOf(team.resendInvitation.mutate({ id }))).toMatchObject({ status: 409 })
  })

  it('enables a disabled colleague by another invitation', async () => {
    const { team } = await addManager('accounts:read')
    const email = newEmail('bia')
    const { id } = await team.invite.mutate({ email, name: 'Bia', permissions: ['accounts:read'] })
    await activate(await mails.latestToken(email))
    await allowNextInvitation(email)
    expect(await team.disable.mutate({ id })).toMatchObject({ status: 'disabled' })
    expect(await signInStatus({ email, password: PASSWORD })).toBe(401)
    expect(await team.resendInvitation.mutate({ id })).toMatchObject({
      status: 'invited',
      permissions: ['accounts:read'],
    })
    await activate(await mails.latestToken(email))
    expect(await signInStatus({ email, password: PASSWORD })).toBe(200)
  })

  it('invites an address whose invitation by another partner has expired unused, and not before', async () => {
    const first = await addManager()
    const second = await addManager()
    const invited = { email: newEmail('bia'), name: 'Bia', permissions: [] }
    const { id } = await first.team.invite.mutate(invited)
    await allowNextInvitation(invited.email)
    expect(await rejectionOf(second.team.invite.mutate(invited))).toMatchObject({ status: 409 })
    await service.database.prisma.portalUser.updateMany({
      where: { id },
      data: { activationExpiresAt: new Date(Date.now() - 1000) },
    })
    expect(await second.team.invite.mutate(invited)).toMatchObject({ status: 'invited' })
    expect((await first.team.list.query()).items.map((user) => user.id)).toEqual([first.user.id])
    await activate(await mails.latestToken(invited.email))
    expect(await signInStatus({ email: invited.email, password: PASSWORD })).toBe(200)
  })

  it('grants no permission that it lacks: not by an invitation, a change, a new integration or a new password', async () => {
    const { team, user } = await addManager('accounts:read')
    const colleague = await addColleague(service, user)
    const permissions: Permission[] = ['accounts:create']
    expect(await rejectionOf(team.invite.mutate({ email: newEmail('c'), name: 'C', permissions }))).toMatchObject(
      FORBIDDEN,
    )
    expect(await rejectionOf(team.createIntegration.mutate({ name: 'ERP', permissions }))).toMatchObject(FORBIDDEN)
    const { id } = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
    expect(await rejectionOf(team.setPermissions.mutate({ id, permissions }))).toMatchObject(FORBIDDEN)
    expect(
      await rejectionOf(team.setPermissions.mutate({ id: user.id, permissions: ['users:manage', 'accounts:create'] })),
    ).toMatchObject(FORBIDDEN)
    await setPermissionsAsOperator({ id }, permissions)
    expect(await rejectionOf(team.reissuePassword.mutate({ id }))).toMatchObject(FORBIDDEN)
    await team.disable.mutate({ id: colleague.id })
    expect(await rejectionOf(team.resendInvitation.mutate({ id: colleague.id }))).toMatchObject(FORBIDDEN)
    expect(await mails.to(colleague.email)).toEqual([])
  })

  it('withdraws permissions within 10 s, and a colleague keeps permissions that the manager lacks', async () => {
    const { team, user } = await addManager()
    const colleague = await addColleague(service, user)
    const token = await signIn(service, colleague)
    const status = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await request(service, 'GET', '/partner-accounts', undefined, headers)).status
    }
    expect(await status()).toBe(200)
    const changed = await team.setPermissions.mutate({ id: colleague.id, permissions: ['accounts:create'] })
    expect(changed.permissions).toEqual(['accounts:create'])
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await status()).toBe(403)
  })

  it('can be disabled or lose users:manage only after naming another manager', async () => {
    const { team, user } = await addManager('accounts:read')
    expect(await rejectionOf(team.disable.mutate({ id: user.id }))).toMatchObject(LAST_MANAGER)
    const withdrawal = team.setPermissions.mutate({ id: user.id, permissions: ['accounts:read'] })
    expect(await rejectionOf(withdrawal)).toMatchObject(LAST_MANAGER)
    expect(await team.setPermissions.mutate({ id: user.id, permissions: ['users:manage'] })).toMatchObject({
      permissions: ['users:manage'],
    })
    const colleague = await addColleague(service, user)
    await setPermissionsAsOperator(colleague, [])
    expect(await rejectionOf(team.disable.mutate({ id: user.id }))).toMatchObject(LAST_MANAGER)
    await team.setPermissions.mutate({ id: colleague.id, permissions: ['users:manage'] })
    expect(await team.disable.mutate({ id: user.id })).toMatchObject({ status: 'disabled' })
  })

  it('undoes disabling a colleague, whose password works again and whose sessions stay closed', async () => {
    const { team, user } = await addManager('accounts:read', 'accounts:create', 'webhooks:manage')
    const colleague = await addColleague(service, user)
    const browser = await BrowserClient.signedIn(service, colleague)
    await team.disable.mutate({ id: colleague.id })
    expect(await signInStatus(colleague)).toBe(401)
    expect(await team.enable.mutate({ id: colleague.id })).toMatchObject({ status: 'active' })
    expect(await signInStatus(colleague)).toBe(200)
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await rejectionOf(browser.page().sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
  })

  it('enables a colleague whom an operator disabled by an invitation, because the password was removed', async () => {
    const { team, user } = await addManager('accounts:read', 'accounts:create', 'webhooks:manage')
    const colleague = await addColleague(service, user)
    await internalClient(service).portalUsers.disable.mutate({ id: colleague.id })
    expect(await team.enable.mutate({ id: colleague.id })).toMatchObject({ status: 'invited' })
  })

  it('remains in the team when two managers disable each other at the same time', async () => {
    const { team, user } = await addManager('accounts:read', 'accounts:create')
    const other = await addColleague(service, user)
    const { team: otherTeam } = (await BrowserClient.signedIn(service, other)).page()
    const outcomes = await Promise.allSettled([
      team.disable.mutate({ id: other.id }),
      otherTeam.disable.mutate({ id: user.id }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([await signInStatus(user), await signInStatus(other)].toSorted()).toEqual([200, 401])
  })

  it('reaches no user of another partner', async () => {
    const { team } = await addManager('accounts:read', 'accounts:create')
    const stranger = await addPortalUser(service)
    for (const id of [stranger.id, UNKNOWN_ID]) {
      expect(await rejectionOf(team.disable.mutate({ id }))).toEqual(NOT_FOUND)
      expect(await rejectionOf(team.setPermissions.mutate({ id, permissions: [] }))).toEqual(NOT_FOUND)
      expect(await rejectionOf(team.resendInvitation.mutate({ id }))).toEqual(NOT_FOUND)
      expect(await rejectionOf(team.reissuePassword.mutate({ id }))).toEqual(NOT_FOUND)
    }
    const invitation = team.invite.mutate({ email: stranger.email, name: 'C', permissions: [] })
    expect(await rejectionOf(invitation)).toMatchObject({ status: 409 })
    expect(await signInStatus(stranger)).toBe(200)
    expect((await team.list.query()).items).toHaveLength(1)
    expect((await team.listActivity.query({ userId: stranger.id })).items).toEqual([])
  })

  it('pages through a large team', async () => {
    const { team, user } = await addManager()
    const { prisma } = service.database
    await prisma.portalUser.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({
        id: newId(),
        partnerId: user.partnerId,
        email: `${index}.${user.email}`,
        name: `Colleague ${index}`,
        status: 'disabled' as const,
      })),
    })
    const first = await team.list.query()
    expect(first.items).toHaveLength(100)
    const second = await team.list.query({ cursor: first.nextCursor })
    expect(second).toMatchObject({ nextCursor: null })
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(121)
  })
})

it('team procedures reject users without users:manage, integrations and callers without a token', async () => {
  const { team, user } = await addManager('accounts:read', 'accounts:create')
  const colleague = await addColleague(service, user)
  await setPermissionsAsOperator(colleague, ['accounts:read', 'accounts:create'])
  const viewer = nativeClient(service, `Bearer ${await signIn(service, colleague)}`)
  const integration = await team.createIntegration.mutate({
    name: 'ERP',
    permissions: ['accounts:read', 'accounts:create'],
  })
  const program = nativeClient(service, `Bearer ${await signIn(service, integration)}`)
  for (const client of [viewer, program]) {
    expect(await rejectionOf(client.team.list.query())).toMatchObject(FORBIDDEN)
    expect(await rejectionOf(client.team.listActivity.query())).toMatchObject(FORBIDDEN)
    expect(await rejectionOf(client.team.disable.mutate({ id: user.id }))).toMatchObject(FORBIDDEN)
  }
  expect(await rejectionOf(nativeClient(service).team.list.query())).toEqual(UNAUTHENTICATED)
})

it('neither a manager nor an operator can let an integration manage users', async () => {
  const { team } = await addManager('accounts:read')
  const creation = team.createIntegration.mutate({ name: 'ERP', permissions: ['users:manage'] })
  expect(await rejectionOf(creation)).toMatchObject({ status: 422 })
  const { id } = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
  for (const client of [team, internalClient(service).portalUsers]) {
    expect(await rejectionOf(client.setPermissions.mutate({ id, permissions: ['users:manage'] }))).toMatchObject({
      ...FORBIDDEN,
      details: 'An integration cannot manage users.',
    })
  }
  const { items } = await team.list.query({})
  expect(items.find((member) => member.id === id)).toMatchObject({ permissions: ['accounts:read'] })
})

describe('An integration', () => {
  it('requests tokens and creates accounts over REST, but cannot sign in to the portal', async () => {
    const { team } = await addManager('accounts:read', 'accounts:create')
    const added = await team.createIntegration.mutate({
      name: 'ERP',
      permissions: ['accounts:read', 'accounts:create'],
    })
    expect(added).toMatchObject({ kind: 'integration', name: 'ERP', status: 'active' })
    expect(added.password).toMatch(/^pai_[\w-]{43}$/)
    const program = await signedIn(service, added)
    expect((await program.post('/partner-accounts', accountBody())).status).toBe(200)
    expect(await rejectionOf(new BrowserClient(service).signIn(added))).toMatchObject({ status: 403 })
    const { items } = await team.list.query()
    expect(items.find(({ id }) => id === added.id)).toEqual({
      id: added.id,
      partnerId: added.partnerId,
      kind: 'integration',
      email: added.email,
      name: 'ERP',
      status: 'active',
      permissions: added.permissions,
      createdAt: expect.stringMatching(/\+00:00$/) as string,
      lastSignedInAt: expect.stringMatching(/\+00:00$/) as string,
      hasSecondFactor: false,
    })
    expect(JSON.stringify(items)).not.toContain('pai_')
  })

  it('gets a password that is stored with a fast hash, so a batch of integrations does not delay sign-ins', async () => {
    const { team } = await addManager('accounts:read')
    const { id } = await team.createIntegration.mutate({ name: 'ERP', permissions: [] })
    const { passwordHash } = await service.database.prisma.portalUser.findFirstOrThrow({ where: { id } })
    expect(passwordHash).toMatch(/^sha256:[\w-]{43}$/)
  })

  it('gets a new password, and the current one and its tokens stay valid for a day', async () => {
    const { team } = await addManager('accounts:read')
    const first = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
    const program = await signedIn(service, first)
    const second = await team.reissuePassword.mutate({ id: first.id })
    expect([await signInStatus(first), await signInStatus(second)]).toEqual([200, 200])
    expect((await program.get('/partner-accounts')).status).toBe(200)
    const third = await team.reissuePassword.mutate({ id: first.id })
    expect([await signInStatus(first), await signInStatus(second), await signInStatus(third)]).toEqual([401, 200, 200])
    await service.database.prisma.portalUser.updateMany({
      where: { id: first.id },
      data: { previousPasswordExpiresAt: new Date(Date.now() - 1) },
    })
    expect([await signInStatus(second), await signInStatus(third)]).toEqual([401, 200])
  })

  it('gets a new password with endsCurrent, which revokes the current one and its tokens', async () => {
    const { team } = await addManager('accounts:read')
    const first = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
    const program = await signedIn(service, first)
    const second = await team.reissuePassword.mutate({ id: first.id, endsCurrent: true })
    expect([await signInStatus(first), await signInStatus(second)]).toEqual([401, 200])
    skipTime(PROPAGATION_LIMIT_MS)
    expect((await program.get('/partner-accounts')).status).toBe(401)
  })

  it('is enabled by a new password after it was disabled', async () => {
    const { team } = await addManager('accounts:read')
    const first = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
    await team.disable.mutate({ id: first.id })
    expect(await signInStatus(first)).toBe(401)
    const second = await team.reissuePassword.mutate({ id: first.id })
    expect(await signInStatus(second)).toBe(200)
  })

  it('is never invited and gets no link for a forgotten password', async () => {
    const { team, user } = await addManager('accounts:read')
    const { id, email } = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
    await nativeClient(service).passwords.sendReset.mutate({ email })
    await team.disable.mutate({ id })
    expect(await rejectionOf(team.resendInvitation.mutate({ id }))).toMatchObject({ status: 409 })
    const { portalUsers } = internalClient(service)
    const invitation = portalUsers.invite.mutate({ partnerId: user.partnerId, email, name: 'ERP' })
    expect(await rejectionOf(invitation)).toMatchObject({ status: 409 })
    expect(await mails.to(email)).toEqual([])
  })
})

describe('The activity of a partner', () => {
  it('lists accounts, sign-ins and changes of users with names, newest first, filtered and in pages', async () => {
    const { team, user } = await addManager('accounts:read', 'accounts:create')
    const manager = { id: user.id, name: 'Ana' }
    const { id, email } = await team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:create'] })
    await team.setPermissions.mutate({ id, permissions: [] })
    const program = await signedIn(service, user)
    const { body } = await program.post('/partner-accounts', accountBody())
    await internalClient(service).accounts.revokeToken.mutate({ id: body._id })

    const account = { id: body._id as string, name: accountBody().company_doc.name }
    const integration = { id, name: 'ERP', email }
    const self = { ...manager, email: user.email }
    const ofAccounts = [
      { action: 'account.token-revoked', actor: null, user: null, account },
      { action: 'account.created', actor: manager, user: null, account },
    ]
    const ofUsers = [
      { action: 'portal-user.permissions-changed', actor: manager, user: integration, account: null },
      { action: 'integration.created', actor: manager, user: integration, account: null },
    ]
    const tokenIssued = { action: 'portal-user.token-issued', actor: manager, user: self, account: null }
    const signedInToPortal = { action: 'portal-user.signed-in', actor: manager, user: self, account: null }
    const all = [...ofAccounts, tokenIssued, ...ofUsers, signedInToPortal]
    const listed = async (input: Parameters<typeof team.listActivity.query>[0]) => {
      const { items } = await team.listActivity.query(input)
      return items.map((entry) => ({
        action: entry.action,
        actor: entry.actor,
        user: entry.user,
        account: entry.account,
      }))
    }
    expect(await listed({})).toEqual(all)
    expect(await listed({ topic: 'accounts' })).toEqual(ofAccounts)
    expect(await listed({ topic: 'users', userId: user.id })).toEqual(ofUsers)
    expect(await listed({ userId: id })).toEqual([])
    const hour = 3_600_000
    const now = Date.now()
    const at = (ms: number) => new Date(ms).toISOString()
    expect(await listed({ from: at(now - hour), before: at(now + hour) })).toEqual(all)
    expect(await listed({ userId: user.id, before: at(now - hour) })).toEqual([])
    expect(await listed({ from: at(now + hour) })).toEqual([])
    expect(await rejectionOf(team.listActivity.query({ topic: 'mails' as 'users' }))).toMatchObject({ status: 422 })

    const [changed] = (await team.listActivity.query({ topic: 'users' })).items
    expect(changed!.at).toMatch(/\+00:00$/)
    expect(changed).toMatchObject({ changes: { permissions: { from: 'accounts:create', to: '' } }, count: 1 })

    for (let times = 0; times < 60; times++) await team.setPermissions.mutate({ id, permissions: [] })
    // With the two entries above, there are 62.
    const first = await team.listActivity.query({ topic: 'users' })
    const second = await team.listActivity.query({ topic: 'users', cursor: first.nextCursor })
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 12, null])
    expect(new Set([...first.items, ...second.items].map((entry) => entry.id)).size).toBe(62)
  })

  it('contains failed sign-ins with e-mails of its users, without an actor, and none with other e-mails', async () => {
    const { team, user } = await addManager()
    const stranger = await addManager()
    for (const email of [user.email.toUpperCase(), stranger.user.email, 'unknown@revenda.example'])
      expect(await signInStatus({ email, password: 'wrong' })).toBe(401)
    const failures = async () =>
      (await team.listActivity.query({ topic: 'sign_ins' })).items.filter(
        ({ action }) => action === 'portal-user.sign-in-failed',
      )
    const { id, email } = user
    await expect.poll(failures).toMatchObject([{ actor: null, user: { id, name: 'Ana', email } }])
    expect(JSON.stringify((await team.listActivity.query({})).items)).not.toContain(stranger.user.email)
    const exported = await team.listActivity.query({ topic: 'sign_ins', isExport: true })
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${stranger.user.email}|unknown@`))
  })

  it('folds the accounts of each import into one entry, also during activity of a colleague, and exports every account', async () => {
    const { team, user } = await addManager()
    const colleague = await addColleague(service, user)
    const now = Date.now()
    const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)
    const accountCreation = (by: TestPortalUser, minutes: number) => ({
      id: createIdGenerator(() => minutesAgo(minutes).getTime())(),
      at: minutesAgo(minutes),
      partnerId: user.partnerId,
      actorKind: 'portal-user',
      actorName: by.id,
      action: 'account.created',
      subjectId: newId(),
    })
    /** Returns the entries of `count` accounts, created one per second. The last one was `minutes` ago. */
    const importOf = (by: TestPortalUser, count: number, minutes: number) =>
      Array.from({ length: count }, (_, index) => accountCreation(by, minutes + index / 60))
    const data = [...importOf(user, 120, 10), ...importOf(colleague, 3, 10.5), ...importOf(user, 7, 30)]
    await service.database.prisma.auditEntry.createMany({ data })
    const listed = async (input: Parameters<typeof team.listActivity.query>[0]) =>
      (await team.listActivity.query({ topic: 'accounts', ...input })).items.map(({ actor, count }) => [
        actor?.id,
        count,
      ])
    const first = [user.id, 120]
    const second = [colleague.id, 3]
    const third = [user.id, 7]
    expect(await listed({})).toEqual([first, second, third])
    expect(await listed({ userId: user.id })).toEqual([first, third])
    // Between the 60th and the 61st of the 120 accounts, which were created 10:59 and 11:00 minutes ago.
    const middle = minutesAgo(10.992).toISOString()
    expect(await listed({ before: middle })).toEqual([[user.id, 60], third])
    expect(await listed({ from: middle })).toEqual([[user.id, 60], second])
    expect(await listed({ isExport: true })).toHaveLength(130)
  })
})
