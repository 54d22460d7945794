import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from '../expected-errors.ts'
import {
  accountBody,
  listenOn,
  PROPAGATION_LIMIT_MS,
  signedIn,
  signedInPartner,
  skipTime,
  startTestService,
  type TestService,
} from '../harness.ts'
import { type InternalClient, internalClient, rejectionOf, UNKNOWN_ID } from './internal-client.ts'
import { INVALID_LINK, Invitations, PASSWORD } from './invitations.ts'

const newId = createIdGenerator()
const NO_USER = { status: 404, details: 'Portal user not found.' }

describe('Portal users', () => {
  let service: TestService
  let internal: InternalClient
  let invitations: Invitations
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    invitations = new Invitations(service)
  })
  afterAll(() => service.stop())

  it('are invited by a mail that is queued in the same transaction', async () => {
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    const email = `${newId()}@revenda.example`
    const invited = { partnerId, email, name: 'Ana' }
    expect(await internal.portalUsers.invite.mutate(invited)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...invited,
      kind: 'person',
      status: 'invited',
      permissions: ['accounts:read', 'accounts:create'],
    })
    // `xmin` is the transaction that wrote a row.
    const { rows } = await service.database.pool.query<{ transactions: number; changes: number }>(
      `SELECT count(DISTINCT transaction)::int AS transactions, count(*)::int AS changes FROM (
         SELECT xmin::text AS transaction FROM portal_users WHERE email = $1
         UNION ALL SELECT xmin::text FROM mails WHERE recipient = $1
         UNION ALL SELECT xmin::text FROM audit_entries WHERE partner_id = $2 AND action = 'portal-user.invited'
       ) AS written`,
      [email, partnerId],
    )
    expect(rows).toEqual([{ transactions: 1, changes: 3 }])
    expect((await internal.mails.list.query()).items.filter(({ recipient }) => recipient === email)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        kind: 'portal-user-invitation',
        recipient: email,
        status: 'queued',
        attempts: 0,
        lastError: null,
        createdAt: expect.any(String),
        sentAt: null,
        partnerId,
        accountId: null,
      },
    ])
    expect(await invitations.mails.to(email)).toEqual([
      {
        kind: 'portal-user-invitation',
        name: 'Ana',
        partnerName: 'Revenda Sul',
        permissions: ['accounts:read', 'accounts:create'],
        activationToken: expect.stringMatching(/^pau_[\w-]{43}$/),
      },
    ])
  })

  it('lose their link and sign-in when disabled, and access within 10 s, until they are invited and activated again', async () => {
    const active = await signedInPartner(service)
    expect((await active.get('/partner-accounts')).status).toBe(200)
    const invited = await invitations.invite({ partnerId: active.user.partnerId })
    expect(await internal.portalUsers.disable.mutate({ id: invited.id })).toMatchObject({ status: 'disabled' })
    await internal.portalUsers.disable.mutate({ id: active.user.id })
    expect(await rejectionOf(invitations.activate(invited.token))).toEqual(INVALID_LINK)
    expect(await invitations.signInStatus(active.user.email, active.user.password)).toBe(401)
    skipTime(PROPAGATION_LIMIT_MS)
    expect(outcome(await active.get('/partner-accounts'))).toEqual(ERRORS.unauthenticated)

    const again = await invitations.invite({ partnerId: active.user.partnerId, email: active.user.email })
    expect(await invitations.activate(again.token)).toMatchObject({ id: active.user.id, status: 'active' })
    expect(await invitations.signInStatus(active.user.email, PASSWORD)).toBe(200)
  })

  it('activated again get 401/9 for previous tokens on every instance, while a new token works immediately', async () => {
    const other = await listenOn(service.database)
    const here = await signedInPartner(service)
    const { user } = here
    const there = await signedIn(other, user)
    const listAccounts = (client: typeof here) => client.get('/partner-accounts')
    for (const client of [here, there]) expect((await listAccounts(client)).status).toBe(200)

    await internal.portalUsers.disable.mutate({ id: user.id })
    const { token } = await invitations.invite({ partnerId: user.partnerId, email: user.email })
    await invitations.activate(token)
    // All of this takes less than a second, so old and new tokens may have the same `iat`. Both instances still cache
    // the permissions from before the user was disabled.
    const reactivated = { ...user, password: PASSWORD }
    const newHere = await signedIn(service, reactivated)
    const newThere = await signedIn(other, reactivated)
    for (const client of [newHere, newThere]) expect((await listAccounts(client)).status).toBe(200)
    for (const client of [here, there]) expect(outcome(await listAccounts(client))).toEqual(ERRORS.unauthenticated)
    expect((await listAccounts(newHere)).status).toBe(200)
    await other.stop()
  })

  it('get changed permissions within 10 s on every instance', async () => {
    const other = await listenOn(service.database)
    const here = await signedInPartner(service)
    const there = await signedIn(other, here.user)
    const { id } = here.user
    const permit = (permissions: ('accounts:read' | 'accounts:create')[]) =>
      internal.portalUsers.setPermissions.mutate({ id, permissions })
    const readStatuses = async () =>
      Promise.all([
        ...[here, there].map(async (user) => (await user.get('/partner-accounts')).status),
        ...[here, there].map(async (user) => (await user.post('/partner-accounts', accountBody())).status),
      ])
    expect(await readStatuses()).toEqual([200, 200, 200, 200])
    expect(await permit(['accounts:read'])).toMatchObject({ id, status: 'active', permissions: ['accounts:read'] })
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await readStatuses()).toEqual([200, 200, 403, 403])
    expect(await permit([])).toMatchObject({ permissions: [] })
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await readStatuses()).toEqual([403, 403, 403, 403])
    await other.stop()
  })

  it('return 404 for an unknown id and 422 for an unknown permission', async () => {
    const id = UNKNOWN_ID
    const { disable, setPermissions } = internal.portalUsers
    expect(await rejectionOf(disable.mutate({ id }))).toEqual(NO_USER)
    expect(await rejectionOf(setPermissions.mutate({ id, permissions: [] }))).toEqual(NO_USER)
    expect(await rejectionOf(setPermissions.mutate({ id, permissions: ['all'] as unknown as [] }))).toMatchObject({
      status: 422,
      details: { 'permissions.0': ['Deve ser accounts:read, accounts:create, users:manage ou webhooks:manage.'] },
    })
  })

  it('cannot be invited while active, by another partner or by an unknown partner, and get no mail', async () => {
    const active = await signedInPartner(service)
    const { partnerId, email } = active.user
    const { id: other } = await internal.partners.create.mutate({ name: 'Revenda Norte' })
    const inviteTo = (invitingId: string) =>
      rejectionOf(internal.portalUsers.invite.mutate({ partnerId: invitingId, email, name: 'Ana' }))
    expect(await inviteTo(partnerId)).toEqual({
      status: 409,
      details: 'The portal user is already active. To send another invitation, disable the user first.',
    })
    expect(await inviteTo(other)).toEqual({
      status: 409,
      details: 'Another portal user already has this e-mail.',
    })
    expect(await inviteTo(UNKNOWN_ID)).toEqual({ status: 404, details: 'Partner not found.' })
    expect(await invitations.mails.to(email)).toEqual([])
    expect(await invitations.signInStatus(email, active.user.password)).toBe(200)
  })
})
