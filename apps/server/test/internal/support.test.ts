import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  type PartnerClient,
  signedIn,
  signedInPartner,
  startTestService,
  type TestService,
} from '../harness.ts'
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

describe('Support by operators', () => {
  let service: TestService
  let internal: InternalClient
  let mails: QueuedMails
  let partner: PartnerClient
  beforeAll(async () => {
    service = await startTestService({ SUBSCRIPTION_NOTICES: 'on' })
    internal = internalClient(service)
    mails = new QueuedMails(service.database)
    partner = await signedInPartner(service)
    return () => service.stop()
  })

  const activate = (token: string) => nativeClient(service).activation.activate.mutate({ token, password: PASSWORD })
  const statusOf = async (call: Promise<unknown>) => (await rejectionOf(call)).status
  const findLatestAction = async (recordId: string) =>
    (await internal.audit.list.query({ recordId, limit: 1 })).items[0]?.action

  it('a resent invitation replaces the link, and enables a disabled user', async () => {
    const email = `${newId()}@revenda.example`
    const { id } = await internal.portalUsers.invite.mutate({ partnerId: partner.user.partnerId, email, name: 'Ana' })
    const first = await mails.latestToken(email)
    expect(await internal.portalUsers.resendInvitation.mutate({ id })).toMatchObject({
      id,
      status: 'invited',
      name: 'Ana',
    })
    const second = await mails.latestToken(email)
    expect(await statusOf(activate(first))).toBe(404)
    expect(await activate(second)).toMatchObject({ id, status: 'active' })
    expect(await statusOf(internal.portalUsers.resendInvitation.mutate({ id }))).toBe(409)

    await internal.portalUsers.disable.mutate({ id })
    await internal.portalUsers.resendInvitation.mutate({ id })
    expect(await activate(await mails.latestToken(email))).toMatchObject({ status: 'active' })
    expect(await statusOf(internal.portalUsers.resendInvitation.mutate({ id: UNKNOWN_ID }))).toBe(404)
  })

  it('enabling sends a link to a disabled person, and returns 409 for active users, invited users and integrations', async () => {
    const email = `${newId()}@revenda.example`
    const { id } = await internal.portalUsers.invite.mutate({ partnerId: partner.user.partnerId, email, name: 'Ana' })
    const enable = () => internal.portalUsers.enable.mutate({ id })
    expect(await statusOf(enable())).toBe(409)
    await activate(await mails.latestToken(email))
    expect(await statusOf(enable())).toBe(409)
    await internal.portalUsers.disable.mutate({ id })
    expect(await enable()).toMatchObject({ id, status: 'invited' })
    expect(await activate(await mails.latestToken(email))).toMatchObject({ id, status: 'active' })
    expect(await statusOf(internal.portalUsers.enable.mutate({ id: UNKNOWN_ID }))).toBe(404)

    const { prisma } = service.database
    await internal.portalUsers.disable.mutate({ id })
    await prisma.portalUser.updateMany({ where: { id }, data: { kind: 'integration' } })
    expect(await statusOf(enable())).toBe(409)
  })

  it('a password reset is mailed to active users only, and their current password stays valid', async () => {
    const { id, email } = partner.user
    await internal.portalUsers.sendPasswordReset.mutate({ id })
    expect((await internal.mails.list.query({ recipient: email })).items).toMatchObject([{ kind: 'password-reset' }])
    expect(await findLatestAction(id)).toBe('portal-user.password-reset-sent')
    await signedIn(service, partner.user)

    const invited = { partnerId: partner.user.partnerId, email: `${newId()}@revenda.example`, name: 'Bia' }
    const { id: other } = await internal.portalUsers.invite.mutate(invited)
    expect(await statusOf(internal.portalUsers.sendPasswordReset.mutate({ id: other }))).toBe(409)
    expect(await statusOf(internal.portalUsers.sendPasswordReset.mutate({ id: UNKNOWN_ID }))).toBe(404)
  })

  it('many subscriptions are activated by one call, after a dry run that changes nothing', async () => {
    const pending = await addAccount(partner)
    const active = await addAccount(partner)
    const canceled = await addAccount(partner)
    await internal.subscriptions.activate.mutate({ accountId: active.id })
    await internal.subscriptions.cancel.mutate({ accountId: canceled.id })
    const accountIds = [pending.id, active.id, canceled.id, UNKNOWN_ID, pending.id]
    const results = [
      { accountId: pending.id, result: 'activated' },
      { accountId: active.id, result: 'already-active' },
      { accountId: canceled.id, result: 'canceled' },
      { accountId: UNKNOWN_ID, result: 'not-found' },
    ]
    const before = await service.database.prisma.auditEntry.count()
    const dryRun = await internal.subscriptions.activateMany.mutate({ accountIds, dryRun: true })
    expect(dryRun).toEqual({ dryRun: true, results })
    expect(await service.database.prisma.auditEntry.count()).toBe(before)

    expect(await internal.subscriptions.activateMany.mutate({ accountIds })).toEqual({ dryRun: false, results })
    expect(await internal.accounts.get.query({ id: pending.id })).toMatchObject({ subscription: { status: 'active' } })
    expect(await mails.to(pending.email)).toHaveLength(2)
    expect(await service.database.prisma.auditEntry.count()).toBe(before + 1)
    expect(await statusOf(internal.subscriptions.activateMany.mutate({ accountIds: [] }))).toBe(422)
  })

  it('activations are reported in one mail per creator and call, but not to disabled users and integrations', async () => {
    const create = async (user: PartnerClient, name: string) => {
      const body = accountBody()
      return (await user.post('/partner-accounts', { ...body, company_doc: { ...body.company_doc, name } })).body._id
    }
    const creator = await signedInPartner(service)
    const otherCreator = await signedInPartner(service)
    const disabledUser = await signedInPartner(service)
    const integration = await signedInPartner(service)
    const accountIds = [
      await create(creator, 'Padaria'),
      await create(otherCreator, 'Sol'),
      await create(disabledUser, 'Lua'),
      await create(integration, 'Mar'),
      await create(creator, 'Mercado'),
    ]
    await internal.portalUsers.disable.mutate({ id: disabledUser.user.id })
    const { prisma } = service.database
    await prisma.portalUser.updateMany({ where: { id: integration.user.id }, data: { kind: 'integration' } })
    await internal.subscriptions.activateMany.mutate({ accountIds })
    // `signedInPartner` names every portal user Ana.
    const content = { kind: 'subscription-activated', name: 'Ana' }
    expect(await mails.to(creator.user.email)).toEqual([{ ...content, accountNames: ['Padaria', 'Mercado'] }])
    expect(await mails.to(otherCreator.user.email)).toEqual([{ ...content, accountNames: ['Sol'] }])
    expect([...(await mails.to(disabledUser.user.email)), ...(await mails.to(integration.user.email))]).toEqual([])
  })

  it('a correction of an account is mailed to its creator, but not when it is repeated without a change', async () => {
    const creator = await signedInPartner(service)
    const { _id: id } = (await creator.post('/partner-accounts', accountBody())).body
    const correct = () => internal.accounts.correct.mutate({ id, employer: { name: 'Padaria Lua' } })
    await correct()
    await correct()
    expect(await mails.to(creator.user.email)).toEqual([
      { kind: 'account-corrected', name: 'Ana', accountName: 'Padaria Lua' },
    ])
  })

  it('an activation mail is resent with a new link for the administrator, until a link was used', async () => {
    const { id: accountId, email } = await addAccount(partner)
    const resend = () => internal.subscriptions.resendActivationMail.mutate({ accountId })
    expect(await statusOf(resend())).toBe(409)
    await internal.subscriptions.activate.mutate({ accountId })
    const first = await mails.latestToken(email)
    await resend()
    expect(await findLatestAction(accountId)).toBe('administrator.invited')
    const kinds = (await internal.mails.list.query({ accountId })).items.map(({ kind }) => kind)
    // The unsent mail with the previous link was discarded.
    expect(kinds).toEqual(['administrator-activation', 'administrator-welcome'])
    expect(await statusOf(activate(first))).toBe(404)
    expect(await activate(await mails.latestToken(email))).toMatchObject({ kind: 'administrator', id: accountId })
    expect(await statusOf(resend())).toBe(409)
    expect(await statusOf(internal.subscriptions.resendActivationMail.mutate({ accountId: UNKNOWN_ID }))).toBe(404)
  })

  it('a coupon’s limits can be changed, but not below its redemptions, and an expired coupon is not applied', async () => {
    const code = newId()
    const created = await internal.coupons.create.mutate({ code, percentOff: 25 })
    await internal.partners.setCoupon.mutate({ id: partner.user.partnerId, coupon: code })
    const couponOfNewAccount = async () => {
      const { id } = await addAccount(partner)
      const { subscription } = await internal.accounts.get.query({ id })
      return subscription.coupon
    }
    expect([await couponOfNewAccount(), await couponOfNewAccount()]).toEqual([code, code])
    expect(await statusOf(internal.coupons.update.mutate({ code, maxRedemptions: 1 }))).toBe(409)
    const limited = { ...created, maxRedemptions: 3, redemptions: 2 }
    expect(await internal.coupons.update.mutate({ code, maxRedemptions: 3 })).toEqual(limited)
    expect(await findLatestAction(created.id)).toBe('coupon.changed')
    await internal.coupons.update.mutate({ code, expiresAt: '2020-01-01' })
    expect(await couponOfNewAccount()).toBeNull()
    await internal.coupons.update.mutate({ code, expiresAt: null })
    expect(await internal.coupons.get.query({ code })).toEqual(limited)
    expect(await couponOfNewAccount()).toBe(code)
    expect(await rejectionOf(internal.coupons.update.mutate({ code }))).toMatchObject({ status: 422 })
    expect(await statusOf(internal.coupons.update.mutate({ code: newId(), expiresAt: null }))).toBe(404)
  })

  it('a search finds records of all kinds by name, tax ID, e-mail and id', async () => {
    const word = `z${newId()}`
    const { id } = await internal.partners.create.mutate({ name: 'Revenda Sul' })
    expect(await internal.partners.setName.mutate({ id, name: `Revenda ${word}` })).toMatchObject({ id })
    expect(await findLatestAction(id)).toBe('partner.renamed')
    const account = await addAccount(partner)
    const search = async (query: string) => {
      const { accounts, partners, portalUsers, mails: found } = await internal.records.search.query({ query })
      const idsOf = (records: { id: string }[]) => records.map((record) => record.id)
      return {
        accounts: idsOf(accounts),
        partners: idsOf(partners),
        portalUsers: idsOf(portalUsers),
        mails: idsOf(found),
      }
    }
    const nothing = { accounts: [], partners: [], portalUsers: [], mails: [] }
    expect(await search(word)).toEqual({ ...nothing, partners: [id] })
    expect(await search(id)).toEqual({ ...nothing, partners: [id] })
    expect(await search(account.id)).toEqual({ ...nothing, accounts: [account.id] })
    expect(await search(account.email)).toEqual({ ...nothing, accounts: [account.id] })
    expect((await search('12.ABC.345/01DE-35')).accounts).toContain(account.id)
    const { user } = partner
    expect((await search(user.email.toUpperCase())).portalUsers).toEqual([user.id])
    expect((await search(user.id)).portalUsers).toEqual([user.id])
    const email = `${newId()}@revenda.example`
    await internal.portalUsers.invite.mutate({ partnerId: id, email, name: 'Ana' })
    const { mails: mailIds } = await search(email)
    expect(mailIds).toHaveLength(1)
    expect((await search(mailIds[0]!)).mails).toEqual(mailIds)
    expect(await statusOf(internal.records.search.query({ query: ' ' }))).toBe(422)
  })

  it('a search by id finds an account even if ten newer ones match the words of its e-mail', async () => {
    const create = async (email: string) =>
      (await partner.post('/partner-accounts', { ...accountBody(), email })).body._id
    const domain = `${newId()}.example`
    const id = await create(`ana@${domain}`)
    for (let count = 0; count < 10; count += 1) await create(`ana.${count}@${domain}`)
    expect((await internal.records.search.query({ query: id })).accounts).toMatchObject([{ id }])
  })
})
