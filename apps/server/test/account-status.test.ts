import { beforeAll, expect, it } from 'vitest'
import {
  addPortalUser,
  type PartnerClient,
  sharedService,
  signedInPartner,
  signIn,
  type TestService,
} from './harness.ts'
import { addAccount, internalClient, nativeClient, rejectionOf, UNKNOWN_ID } from './internal/internal-client.ts'
import { QueuedMails } from './internal/queued-mails.ts'

let service: TestService
let partner: PartnerClient
const nativeOf = ({ token }: Pick<PartnerClient, 'token'>) => nativeClient(service, `Bearer ${token}`).accounts
beforeAll(async () => {
  service = await sharedService()
  partner = await signedInPartner(service)
})

it('accounts.getDetails returns the values of the creation, the status and the history', async () => {
  const { id, email } = await addAccount(partner)
  const details = await nativeOf(partner).getDetails.query({ id })
  expect(details).toMatchObject({
    id,
    apiTokenStatus: 'active',
    subscription: { status: 'pending', employees: 12 },
    administrator: { fullName: 'Maria da Silva', email },
    administratorStatus: 'not-invited',
    employer: { name: 'Padaria Estrela Ltda', cnpj: '12ABC34501DE35' },
    unit: { address: { cep: '01310100', city: 'São Paulo' } },
    history: [{ action: 'account.created', actor: 'portal-user', name: 'Ana' }],
  })
  await internalClient(service).subscriptions.activate.mutate({ accountId: id })
  await internalClient(service).accounts.revokeToken.mutate({ id })
  const later = await nativeOf(partner).getDetails.query({ id })
  expect(later).toMatchObject({
    apiTokenStatus: 'revoked',
    subscription: { status: 'active' },
    administratorStatus: 'invited',
  })
  expect(later.history.map(({ action, actor, name }) => [action, actor, name])).toEqual([
    ['account.token-revoked', 'internal', undefined],
    ['subscription.activated', 'internal', undefined],
    ['account.created', 'portal-user', 'Ana'],
  ])
})

it('accounts.getDetails returns no account of another partner, and requires accounts:read', async () => {
  const { id } = await addAccount(partner)
  const other = await signedInPartner(service)
  for (const unknown of [id, UNKNOWN_ID]) {
    expect(await rejectionOf(nativeOf(other).getDetails.query({ id: unknown }))).toMatchObject({ status: 404 })
  }
  const creator = await addPortalUser(service, { permissions: ['accounts:create'] })
  const denied = nativeOf({ token: await signIn(service, creator) })
  expect(await rejectionOf(denied.getDetails.query({ id }))).toMatchObject({ status: 403 })
})

it('mails to an administrator name the partner, and the portal user who created the account unless that user is disabled', async () => {
  /** Claims queued mails until one is addressed to `email`. */
  const claimMailTo = async (email: string) => {
    for (;;) {
      const claimSeconds = 3600
      const [mail] = await service.database.mailQueue.claim(1, claimSeconds)
      if (!mail) throw new Error(`no mail to ${email}`)
      if (mail.recipient === email) return mail
    }
  }
  const { subscriptions, portalUsers } = internalClient(service)
  const other = await signedInPartner(service)
  const first = await addAccount(other)
  const second = await addAccount(other)
  await subscriptions.activate.mutate({ accountId: first.id })
  expect(await claimMailTo(first.email)).toMatchObject({ reseller: { name: 'Revenda', email: other.user.email } })
  await portalUsers.disable.mutate({ id: other.user.id })
  await subscriptions.activate.mutate({ accountId: second.id })
  expect((await claimMailTo(second.email)).reseller).toEqual({ name: 'Revenda', email: undefined })
})

it('accounts.resendActivationMail replaces the link, once in ten minutes', async () => {
  const mails = new QueuedMails(service.database)
  const { id, email } = await addAccount(partner)
  const accounts = nativeOf(partner)
  // No link has been sent, because the subscription is pending.
  expect(await rejectionOf(accounts.resendActivationMail.mutate({ id }))).toMatchObject({ status: 409 })
  await internalClient(service).subscriptions.activate.mutate({ accountId: id })
  const first = await mails.latestToken(email)
  expect(await rejectionOf(accounts.resendActivationMail.mutate({ id }))).toMatchObject({ status: 429 })
  // Moves the activation ten minutes into the past. In UTC, because Citus does not allow an UPDATE that depends on the time
  // zone of the session.
  await service.database.pool.query(
    "UPDATE audit_entries SET at = (at AT TIME ZONE 'UTC' - interval '10 min') AT TIME ZONE 'UTC' WHERE account_id = $1",
    [id],
  )

  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => accounts.resendActivationMail.mutate({ id })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const second = await mails.latestToken(email)
  expect(second).not.toBe(first)
  const kind = 'administrator-activation'
  expect((await internalClient(service).mails.list.query({ accountId: id, kind })).items).toHaveLength(1)
  const { activation } = nativeClient(service)
  const password = 'correct horse battery staple'
  expect(await rejectionOf(activation.activate.mutate({ token: first, password }))).toMatchObject({ status: 404 })
  await activation.activate.mutate({ token: second, password })
  expect((await accounts.getDetails.query({ id })).administratorStatus).toBe('activated')
  expect((await accounts.search.query({ administratorStatus: 'activated' })).items[0]?.id).toBe(id)
  // An activated administrator needs no link.
  expect(await rejectionOf(accounts.resendActivationMail.mutate({ id }))).toMatchObject({ status: 409 })
})

it('accounts.resendActivationMail requires accounts:create, and an account of the partner', async () => {
  const { id } = await addAccount(partner)
  const other = await signedInPartner(service)
  expect(await rejectionOf(nativeOf(other).resendActivationMail.mutate({ id }))).toMatchObject({ status: 404 })
  const viewer = await addPortalUser(service, { permissions: ['accounts:read'] })
  const denied = nativeOf({ token: await signIn(service, viewer) })
  expect(await rejectionOf(denied.resendActivationMail.mutate({ id }))).toMatchObject({ status: 403 })
})
