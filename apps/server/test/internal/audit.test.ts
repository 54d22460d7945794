import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { accountBody, signedIn, signedInPartner, startTestService, type TestService } from '../harness.ts'
import {
  addAccount,
  type InternalClient,
  internalClient,
  nativeClient,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'
import { PASSWORD } from './invitations.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const COMPANY = 'Padaria Estrela Ltda'

describe('The audit trail', () => {
  let service: TestService
  let internal: InternalClient
  let mails: QueuedMails
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    mails = new QueuedMails(service.database)
  })
  afterAll(() => service.stop())

  const expectedEntry = (
    action: string,
    subjectId: string,
    partnerId: string | null,
    accountId: string | null = null,
  ) => ({
    at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/),
    actor: 'internal:test',
    via: null,
    network: null,
    action,
    subjectId,
    partnerId,
    accountId,
    changes: null,
    reason: null,
    count: 1,
    actorName: null,
    subjectName: null,
    partnerName: partnerId === null ? null : 'Revenda Sul',
    accountName: accountId === null ? null : COMPANY,
  })
  const activate = (token: string) => nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })

  it('lists actor, action and record of each change, newest first, without secrets or e-mails', async () => {
    const code = newId()
    const email = `${newId()}@revenda.example`
    const coupon = await internal.coupons.create.mutate({ code, percentOff: 10 })
    const { id: partnerId } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    await internal.partners.setCoupon.mutate({ id: partnerId, coupon: code })
    await internal.partners.suspend.mutate({ id: partnerId })
    await internal.partners.resume.mutate({ id: partnerId })
    const user = await internal.portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
    const userToken = await mails.latestToken(email)
    await activate(userToken)
    const partner = await signedIn(service, { id: user.id, partnerId, email, password: PASSWORD })
    const account = await addAccount(partner)
    const { id } = account
    const subscription = await internal.subscriptions.activate.mutate({ accountId: id })
    const administratorToken = await mails.latestToken(account.email)
    await activate(administratorToken)
    await internal.subscriptions.update.mutate({ accountId: id, employees: 3 })
    await internal.accounts.reportUsage.mutate({ id, activeEmployees: 2 })
    await internal.accounts.revokeToken.mutate({ id })
    const reissued = await internal.accounts.reissueToken.mutate({ id })
    await internal.subscriptions.cancel.mutate({ accountId: id })
    await internal.portalUsers.setPermissions.mutate({ id: user.id, permissions: ['accounts:read'] })
    await internal.portalUsers.disable.mutate({ id: user.id })

    const byLink = { actor: 'activation-link' }
    const byUser = { actor: `portal-user:${user.id}`, actorName: 'Ana' }
    const onAccount = (action: string) => ({ ...expectedEntry(action, id, partnerId, id), subjectName: COMPANY })
    const onSubscription = (action: string) => expectedEntry(action, subscription.id, partnerId, id)
    const ofAccount = [
      { ...onAccount('account.created'), ...byUser },
      onSubscription('subscription.activated'),
      { ...onAccount('administrator.activated'), ...byLink },
      onSubscription('subscription.changed'),
      onAccount('account.usage-reported'),
      onAccount('account.token-revoked'),
      onAccount('account.token-reissued'),
      onSubscription('subscription.canceled'),
    ]
    const changes = { permissions: { from: 'accounts:read,accounts:create', to: 'accounts:read' } }
    const onPartner = (action: string) => ({
      ...expectedEntry(action, partnerId, partnerId),
      subjectName: 'Revenda Sul',
    })
    const onUser = (action: string) => ({ ...expectedEntry(action, user.id, partnerId), subjectName: 'Ana' })
    const ofPartner = [
      onPartner('partner.created'),
      onPartner('partner.coupon-changed'),
      onPartner('partner.suspended'),
      onPartner('partner.resumed'),
      onUser('portal-user.invited'),
      { ...onUser('portal-user.activated'), ...byLink },
      { ...onUser('portal-user.token-issued'), ...byUser },
      ...ofAccount,
      { ...onUser('portal-user.permissions-changed'), changes },
      onUser('portal-user.disabled'),
    ]
    expect((await internal.audit.list.query({ accountId: id })).items).toEqual(ofAccount.toReversed())
    expect((await internal.audit.list.query({ partnerId })).items).toEqual(ofPartner.toReversed())
    expect((await internal.audit.list.query()).items).toEqual([
      ...ofPartner.toReversed(),
      { ...expectedEntry('coupon.created', coupon.id, null), subjectName: code },
    ])

    const stored = JSON.stringify(await service.database.prisma.auditEntry.findMany())
    const secrets = [
      account.apiToken,
      account.secret,
      reissued.apiToken,
      reissued.secret,
      userToken,
      administratorToken,
      PASSWORD,
      partner.token,
    ]
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect(stored).not.toContain('@')
  })

  it("records an operator's network and required reason, and shows neither to the partner", async () => {
    const partner = await signedInPartner(service, { permissions: ['accounts:create', 'users:manage'] })
    const { partnerId } = partner.user
    const { id } = await addAccount(partner)
    const { accounts, partners, subscriptions } = (await BrowserClient.ofOperator(service)).page().internal
    const changes = [
      (reason?: string) => accounts.correct.mutate({ id, employer: { name: 'Padaria Lua' }, reason }),
      (reason?: string) => accounts.revokeToken.mutate({ id, reason }),
      (reason?: string) => accounts.reissueToken.mutate({ id, reason }),
      (reason?: string) => subscriptions.cancel.mutate({ accountId: id, reason }),
    ]
    const suspend = (reason?: string) => partners.suspend.mutate({ id: partnerId, reason })
    for (const change of [...changes, suspend]) {
      expect(await rejectionOf(change())).toEqual({ status: 422, details: { reason: ['Campo obrigatório.'] } })
      const tooShort = { status: 422, details: { reason: ['Deve ter de 3 a 500 caracteres.'] } }
      expect(await rejectionOf(change(' no '))).toEqual(tooShort)
    }
    for (const change of changes) await change(' Requested by phone ')
    const shown = JSON.stringify(await nativeClient(service, `Bearer ${partner.token}`).team.listActivity.query({}))
    expect(shown).toContain('account.token-revoked')
    expect(shown).not.toMatch(/Requested by phone|127\.0\.0\.1/)
    // The suspension comes last, because users of a suspended partner cannot read its activity.
    await suspend(' Requested by phone ')
    const { items } = await internal.audit.list.query({ partnerId, actor: 'operator' })
    expect(items.map(({ action, network, reason }) => [action, network, reason])).toEqual(
      [
        'partner.suspended',
        'subscription.canceled',
        'account.token-reissued',
        'account.token-revoked',
        'employer.corrected',
      ].map((action) => [action, '127.0.0.1', 'Requested by phone']),
    )
  })

  it('has no entry for rejected calls, nor for calls that change nothing', async () => {
    const partner = await signedInPartner(service)
    const { id: userId, partnerId: id, email } = partner.user
    const account = await addAccount(partner)
    const code = newId()
    await internal.coupons.create.mutate({ code, percentOff: 10 })
    await internal.subscriptions.cancel.mutate({ accountId: account.id })
    const before = await service.database.prisma.auditEntry.count()

    const ofAccount = { accountId: account.id }
    const rejected: [() => Promise<unknown>, status: number][] = [
      [() => internal.coupons.create.mutate({ code, percentOff: 10 }), 409],
      [() => internal.partners.create.mutate({ name: 'Nova', coupon: newId() }), 404],
      [() => internal.partners.resume.mutate({ id }), 409],
      [() => internal.partners.suspend.mutate({ id: UNKNOWN_ID }), 404],
      [() => internal.portalUsers.invite.mutate({ partnerId: id, email, name: 'Ana' }), 409],
      [() => internal.portalUsers.disable.mutate({ id: UNKNOWN_ID }), 404],
      [() => internal.portalUsers.setPermissions.mutate({ id: userId, permissions: ['all'] as unknown as [] }), 422],
      [() => internal.subscriptions.activate.mutate(ofAccount), 409],
      [() => internal.subscriptions.update.mutate({ ...ofAccount, employees: 3 }), 409],
      [() => internal.accounts.revokeToken.mutate({ id: UNKNOWN_ID }), 404],
      [() => internal.mails.retry.mutate({ id: UNKNOWN_ID }), 404],
      [() => activate('pau_unknown'), 404],
    ]
    for (const [call, status] of rejected) expect(await rejectionOf(call())).toMatchObject({ status })
    const taken = { ...accountBody(), email: account.email }
    expect((await partner.post('/partner-accounts', taken)).status).toBe(422)
    // The subscription is already canceled.
    await internal.subscriptions.cancel.mutate(ofAccount)
    expect(await service.database.prisma.auditEntry.count()).toBe(before)
  })
})
