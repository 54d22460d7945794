import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, signedInPartner, startTestService, type TestService } from '../harness.ts'
import {
  addAccount,
  type InternalClient,
  internalClient,
  nativeClient,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'
import {
  findFilledColumns,
  findValues,
  readEveryRow,
  storeAccount,
  type StoredPerson,
  storePortalUser,
} from './stored-people.ts'

const newId = createIdGenerator()
const reason = 'Pedido do titular'

describe('Erasure', () => {
  let service: TestService
  let internal: InternalClient
  let account: StoredPerson
  let user: StoredPerson
  let rowsBefore: string
  let rowsAfter: string
  let filledBefore: string[]
  beforeAll(async () => {
    service = await startTestService({ SUBSCRIPTION_NOTICES: 'on' })
    internal = internalClient(service)
    account = await storeAccount(service)
    user = await storePortalUser(service)
    rowsBefore = await readEveryRow(service)
    filledBefore = await findFilledColumns(service.database, account.id)
    expect(await account.erase()).toMatchObject({ wasErased: false })
    expect(await user.erase()).toMatchObject({ wasErased: false })
    rowsAfter = await readEveryRow(service)
  })
  afterAll(() => service.stop())

  const statusOf = async (call: Promise<unknown>) => (await rejectionOf(call)).status
  const entriesOf = async (recordId: string) => (await internal.audit.list.query({ recordId })).items

  it.each([
    ['an account', () => account],
    ['a portal user', () => user],
  ])('of %s leaves none of its values in the database, logs or metrics', async (_name, getPerson) => {
    const { values } = getPerson()
    expect(findValues(rowsBefore, values)).toEqual(values)
    expect(findValues(rowsAfter, values)).toEqual([])
    const metrics = await (await fetch(`${service.origin}/metrics`)).text()
    expect(findValues(service.logged() + metrics, values)).toEqual([])
  })

  it('of an account leaves text only in columns for hashes, statuses, types, the audit trail and default schedules', async () => {
    expect(filledBefore).toEqual(expect.arrayContaining(['accounts.trade_name', 'units.street_name', 'notes.text']))
    expect(await findFilledColumns(service.database, account.id)).toEqual([
      'accounts.secret_hash',
      'accounts.subscription_status',
      'audit_entries.action',
      'audit_entries.actor_kind',
      'audit_entries.actor_name',
      'audit_entries.reason',
      'subscriptions.status',
      'webhook_deliveries.status',
      'webhook_deliveries.type',
      'work_schedules.days',
      'work_schedules.name',
    ])
  })

  it('of an account keeps its id, quantities and audit entries, which are shown without texts', async () => {
    const { partner, id } = account
    const { body } = await partner.get(`/partner-accounts/${id}`)
    expect(body).toEqual({
      _id: id,
      _created: body._created,
      name: null,
      financial_email: null,
      cnpj: null,
      active_employees: 0,
      // Partners see the quantities of a canceled subscription as 0.
      subscription_employees: 0,
      subscription_face_ids: 0,
    })
    expect((await partner.get('/partner-accounts')).body).toMatchObject({ _items: [body], _meta: { total: 1 } })
    expect(await internal.accounts.get.query({ id })).toMatchObject({
      erasedAt: expect.any(String),
      employer: { name: '', tradeName: '', cpf: null, cnpj: null, financialEmail: null },
      administrator: { fullName: '', email: '', mobilePhone: '' },
      subscription: { status: 'canceled', employees: 12 },
    })
    expect(await internal.notes.list.query({ accountId: id })).toEqual({ items: [], nextCursor: null })
    expect((await entriesOf(id)).map((entry) => [entry.action, entry.changes, entry.reason])).toEqual([
      ['account.erased', null, reason],
      ['subscription.canceled', null, null],
      ['note.added', null, null],
      ['administrator.activated', null, null],
      ['administrator.corrected', null, null],
      ['employer.corrected', null, null],
      ['administrator.invited', null, null],
      ['subscription.activated', null, null],
      ['account.created', null, null],
    ])
  })

  it('of an account has no effect a second time, and later changes of the account return 409', async () => {
    const { id } = account
    expect(await account.erase()).toMatchObject({ id, wasErased: true })
    expect((await entriesOf(id)).filter(({ action }) => action === 'account.erased')).toHaveLength(1)
    const changes = [
      internal.accounts.correct.mutate({ id, employer: { name: 'Padaria Lua' } }),
      internal.accounts.reissueToken.mutate({ id }),
      internal.subscriptions.activate.mutate({ accountId: id }),
      internal.subscriptions.create.mutate({ accountId: id, employees: 2 }),
      internal.subscriptions.update.mutate({ accountId: id, employees: 2 }),
      internal.subscriptions.resendActivationMail.mutate({ accountId: id }),
    ]
    expect(await Promise.all(changes.map(statusOf))).toEqual(changes.map(() => 409))
  })

  it('makes the e-mails available to a new account and a new user', async () => {
    const partner = await signedInPartner(service)
    const body = { ...accountBody(), email: account.email }
    expect((await partner.post('/partner-accounts', body)).status).toBe(200)
    const invited = { partnerId: partner.user.partnerId, email: user.email, name: 'Ana' }
    expect(await internal.portalUsers.invite.mutate(invited)).toMatchObject({ status: 'invited' })
  })

  it("of a manager also erases and disables the manager's user of the test partner", async () => {
    const { prisma } = service.database
    const ofTest = { where: { partner: { testOf: user.partner.user.partnerId } } }
    const [testUser, ...others] = await prisma.portalUser.findMany(ofTest)
    expect(testUser).toMatchObject({ status: 'disabled', name: '', email: '', erasedAt: expect.any(Date) })
    expect(others).toEqual([])
  })

  it('of a portal user leaves a disabled user without texts, and later changes return 409', async () => {
    const { id, partner } = user
    expect(await internal.portalUsers.get.query({ id })).toMatchObject({
      status: 'disabled',
      name: '',
      email: '',
      permissions: [],
      lastSignedInAt: null,
      erasedAt: expect.any(String),
    })
    expect(await user.erase()).toMatchObject({ id, wasErased: true })
    const [erased] = await entriesOf(id)
    expect(erased).toMatchObject({ action: 'portal-user.erased', reason })
    const { team } = nativeClient(service, `Bearer ${partner.token}`)
    const changes = [
      internal.portalUsers.enable.mutate({ id }),
      internal.portalUsers.resendInvitation.mutate({ id }),
      internal.portalUsers.disable.mutate({ id }),
      internal.portalUsers.setPermissions.mutate({ id, permissions: ['accounts:read'] }),
      internal.portalUsers.sendPasswordReset.mutate({ id }),
      team.enable.mutate({ id }),
      team.resendInvitation.mutate({ id }),
    ]
    expect(await Promise.all(changes.map(statusOf))).toEqual(changes.map(() => 409))
  })

  it('of an account ignores unreadable invitations, but is rejected while a notice to the partner is unreadable', async () => {
    const partner = await signedInPartner(service)
    const { partnerId } = partner.user
    const email = `${newId()}@revenda.example`
    await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Bia' })
    const addCanceledAccount = async () => {
      const { id } = await addAccount(partner)
      await internal.subscriptions.activate.mutate({ accountId: id })
      await internal.subscriptions.cancel.mutate({ accountId: id })
      return id
    }
    const makeUnreadable = (kind: string) =>
      service.database.pool.query("UPDATE mails SET sealed_content = '\\x00' WHERE partner_id = $1 AND kind = $2", [
        partnerId,
        kind,
      ])
    const id = await addCanceledAccount()
    await makeUnreadable('portal-user-invitation')
    expect(await internal.accounts.erase.mutate({ id, reason })).toMatchObject({ wasErased: false })
    const other = await addCanceledAccount()
    // Such a notice names accounts, and only its content shows which.
    await makeUnreadable('subscription-activated')
    expect(await rejectionOf(internal.accounts.erase.mutate({ id: other, reason }))).toMatchObject({
      status: 409,
      details: expect.stringContaining('sealed by a key that is no longer in DATA_SEALING_KEY'),
    })
  })

  it('requires a canceled subscription or a disabled user, a known id and a reason of 3 to 500 characters', async () => {
    const partner = await signedInPartner(service)
    const { id } = await addAccount(partner)
    expect(await rejectionOf(internal.accounts.erase.mutate({ id, reason }))).toMatchObject({
      status: 409,
      details: expect.stringContaining('not canceled'),
    })
    expect(await statusOf(internal.portalUsers.erase.mutate({ id: partner.user.id, reason }))).toBe(409)
    for (const { erase } of [internal.accounts, internal.portalUsers]) {
      expect(await statusOf(erase.mutate({ id: UNKNOWN_ID, reason }))).toBe(404)
      expect(await rejectionOf(erase.mutate({ id, reason: ' x ' }))).toMatchObject({
        details: { reason: expect.anything() },
      })
      expect(await statusOf(erase.mutate({ id, reason: 'x'.repeat(501) }))).toBe(422)
    }
    expect((await partner.get(`/partner-accounts/${id}`)).body.name).not.toBeNull()
  })
})
