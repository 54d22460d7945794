import { createIdGenerator } from '@partner-accounts/core'
import { type PartnerClient, signedInPartner, type TestService } from '../harness.ts'
import { addAccount, type CreatedAccount, internalClient } from './internal-client.ts'

const newId = createIdGenerator()

/** Returns a call of every internal procedure with valid input, in an order in which all succeed. */
export async function validCalls(
  service: TestService,
  partner: PartnerClient,
  account: CreatedAccount,
): Promise<[procedure: string, input: object][]> {
  const internal = internalClient(service)
  const ofPartner = { id: partner.user.partnerId }
  const ofAccount = { accountId: account.id }
  const code = newId()
  const reason = 'Requested by the partner'
  const colleague = () => ({ partnerId: ofPartner.id, email: `${newId()}@revenda.example`, name: 'Bia' })
  const user = await internal.portalUsers.invite.mutate(colleague())
  const { id: canceledAccountId } = await addAccount(partner)
  await internal.subscriptions.cancel.mutate({ accountId: canceledAccountId })
  const disabledUser = await internal.portalUsers.invite.mutate(colleague())
  await internal.portalUsers.disable.mutate({ id: disabledUser.id })
  const note = await internal.notes.create.mutate({ ...ofAccount, text: 'Ligar na segunda.' })
  // Nothing listens on this port.
  const endpoint = { partnerId: ofPartner.id, url: 'http://127.0.0.1:9/events' }
  const webhook = { id: (await internal.webhooks.create.mutate(endpoint)).id }
  await service.database.prisma.webhookEndpoint.updateMany({ where: webhook, data: { status: 'active' } })
  const live = await signedInPartner(service)
  const testPartner = await signedInPartner(service, { testOf: live.user.partnerId })
  const sessionId = await startOperatorSession(service, 'Ana')
  await startOperatorSession(service, 'Bia')
  return [
    ['coupons.create', { code, percentOff: 10 }],
    ['coupons.list', {}],
    ['coupons.get', { code }],
    ['coupons.update', { code, maxRedemptions: 9 }],
    ['partners.create', { name: 'Nova', manager: { name: 'Ana', email: `${newId()}@nova.example` } }],
    ['partners.list', {}],
    ['partners.get', ofPartner],
    ['portalUsers.list', {}],
    ['portalUsers.get', { id: user.id }],
    ['accounts.list', {}],
    ['subscriptions.list', {}],
    ['partners.setName', { ...ofPartner, name: 'Revenda Norte' }],
    ['partners.empty', { id: testPartner.user.partnerId, reason }],
    ['partners.suspend', { ...ofPartner, reason }],
    ['partners.resume', ofPartner],
    ['partners.setCoupon', { ...ofPartner, coupon: code }],
    ['partners.setRateLimit', { ...ofPartner, rateLimit: { requests: 120 } }],
    ['portalUsers.invite', colleague()],
    ['portalUsers.setPermissions', { id: user.id, permissions: [] }],
    ['portalUsers.resendInvitation', { id: user.id }],
    ['portalUsers.sendPasswordReset', { id: partner.user.id }],
    ['portalUsers.deleteSecondFactor', { id: user.id }],
    ['portalUsers.disable', { id: user.id }],
    ['portalUsers.enable', { id: user.id }],
    ['portalUsers.erase', { id: disabledUser.id, reason }],
    ['subscriptions.activateMany', { accountIds: [account.id], dryRun: true }],
    ['subscriptions.activate', ofAccount],
    ['subscriptions.resendActivationMail', ofAccount],
    ['subscriptions.update', { ...ofAccount, employees: 3 }],
    ['subscriptions.create', { accountId: canceledAccountId, employees: 3 }],
    ['subscriptions.cancel', { ...ofAccount, reason }],
    ['accounts.get', { id: account.id }],
    ['accounts.correct', { id: account.id, employer: { name: 'Padaria Lua' }, reason }],
    ['accounts.authenticateApiToken', { apiToken: account.apiToken }],
    ['accounts.reportUsage', { id: account.id, activeEmployees: 2 }],
    ['accounts.revokeToken', { id: account.id, reason }],
    ['accounts.reissueToken', { id: account.id, reason }],
    ['notes.create', { ...ofAccount, text: 'Pediu nota fiscal.' }],
    ['notes.list', ofAccount],
    ['notes.delete', { id: note.id }],
    ['accounts.erase', { id: account.id, reason }],
    ['webhooks.create', endpoint],
    ['webhooks.list', {}],
    ['webhooks.get', webhook],
    ['webhooks.pause', webhook],
    ['webhooks.resume', webhook],
    ['webhooks.rotateSecret', webhook],
    ['webhooks.replay', { ...webhook, failed: true }],
    ['webhooks.delete', webhook],
    ['mails.list', {}],
    ['mails.get', { id: await addFailedMail(service) }],
    ['mails.retry', { id: await addFailedMail(service) }],
    ['mails.delete', { id: await addFailedMail(service) }],
    ['mails.retryMany', { recipient: 'ana@revenda.example', dryRun: true }],
    ['figures.get', {}],
    ['limits.list', {}],
    ['limits.get', ofPartner],
    ['people.export', { email: partner.user.email }],
    ['audit.list', {}],
    ['console.createLink', { role: 'viewer' }],
    ['console.listSessions', {}],
    ['console.endSession', { id: sessionId }],
    ['console.endSessions', { operator: 'Bia' }],
    ['records.search', { query: 'estrela' }],
  ]
}

async function startOperatorSession({ database: { stores } }: TestService, name: string): Promise<string> {
  const { id } = await stores.operatorSessions.start({
    id: newId(),
    email: null,
    name,
    role: 'viewer',
    createdBy: null,
    creatorSessionId: null,
    lifetimeSeconds: 60,
    userAgent: '',
    network: '192.0.2.1',
    sealedIdToken: null,
  })
  return id
}

async function addFailedMail({ database: { stores, prisma } }: TestService): Promise<string> {
  const id = await stores.mails.queue({
    recipient: 'ana@revenda.example',
    content: { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' },
  })
  await prisma.mail.updateMany({ where: { id }, data: { status: 'failed' } })
  return id
}
