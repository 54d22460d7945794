import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  listenOn,
  type PartnerClient,
  signedIn,
  signedInPartner,
  startTestService,
  type TestService,
} from '../harness.ts'
import {
  ACCOUNT_NOT_FOUND,
  addAccount,
  fulfilledValues,
  type InternalClient,
  internalClient,
  nativeClient,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'
import { QueuedMails } from './queued-mails.ts'

const CANCELED = { status: 409, details: 'The subscription is canceled and can no longer be changed.' }
const BOTH_MAILS = [
  {
    kind: 'administrator-activation',
    name: 'Maria da Silva',
    accountName: 'Padaria Estrela Ltda',
    activationToken: expect.stringMatching(/^paa_[\w-]{43}$/),
  },
  { kind: 'administrator-welcome', name: 'Maria da Silva', accountName: 'Padaria Estrela Ltda' },
]

describe('Subscriptions', () => {
  let service: TestService
  let internal: InternalClient
  let mails: QueuedMails
  let partner: PartnerClient
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    mails = new QueuedMails(service.database)
    partner = await signedInPartner(service)
  })
  afterAll(() => service.stop())

  const readContractedNumbers = async (id: string) => {
    const { body } = await partner.get(`/partner-accounts/${id}`)
    return { employees: body.subscription_employees, faceIds: body.subscription_face_ids }
  }
  const expectedSubscription = (status: string, employees: number, faceIds: number) => ({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    status,
    employees,
    faceIds,
    percentOff: null,
  })
  const actionsOn = async (id: string) =>
    (await internal.audit.list.query({ accountId: id })).items.map(({ action }) => action).toReversed()

  it('are activated once by concurrent and repeated requests, with one mail of each kind', async () => {
    const { id: accountId, email } = await addAccount(partner)
    const other = await listenOn(service.database)
    const activations = Array.from({ length: 10 }, (_, index) =>
      internalClient(index % 2 ? other : service).subscriptions.activate.mutate({ accountId }),
    )
    expect(await Promise.all(activations)).toEqual(Array(10).fill(expectedSubscription('active', 12, 0)))
    await other.stop()
    expect(await internal.subscriptions.activate.mutate({ accountId })).toEqual(expectedSubscription('active', 12, 0))
    expect(await mails.to(email)).toEqual(BOTH_MAILS)
    expect(await actionsOn(accountId)).toEqual(['account.created', 'subscription.activated'])
  })

  it('determine the contracted numbers in REST responses: face ids while active, employees until canceled', async () => {
    const { id: accountId } = await addAccount(partner)
    const { activate, update, cancel } = internal.subscriptions
    expect(await update.mutate({ accountId, faceIds: 7 })).toEqual(expectedSubscription('pending', 12, 7))
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 12, faceIds: 0 })
    expect(await activate.mutate({ accountId })).toEqual(expectedSubscription('active', 12, 7))
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 12, faceIds: 7 })
    expect(await update.mutate({ accountId, employees: 5000 })).toEqual(expectedSubscription('active', 5000, 7))
    expect(await update.mutate({ accountId, employees: 1, faceIds: 0 })).toEqual(expectedSubscription('active', 1, 0))
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 1, faceIds: 0 })
    expect(await cancel.mutate({ accountId })).toEqual(expectedSubscription('canceled', 1, 0))
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 0, faceIds: 0 })
  })

  it('stay canceled: activations and changes are rejected with 409 and change nothing', async () => {
    const { id: accountId, email } = await addAccount(partner)
    const { activate, update, cancel } = internal.subscriptions
    await cancel.mutate({ accountId })
    expect(await rejectionOf(activate.mutate({ accountId }))).toEqual(CANCELED)
    expect(await rejectionOf(update.mutate({ accountId, employees: 3 }))).toEqual(CANCELED)
    expect(await cancel.mutate({ accountId })).toEqual(expectedSubscription('canceled', 12, 0))
    expect((await internal.accounts.get.query({ id: accountId })).subscription).toMatchObject({
      status: 'canceled',
      employees: 12,
    })
    expect(await mails.to(email)).toEqual([])
    expect(await actionsOn(accountId)).toEqual(['account.created', 'subscription.canceled'])
  })

  it('can be replaced once canceled, and lists, searches and REST responses show the new subscription', async () => {
    const { id: accountId } = await addAccount(partner)
    const { create, activate, cancel, list } = internal.subscriptions
    const code = 'BACK-20'
    await internal.coupons.create.mutate({ code, percentOff: 20, maxRedemptions: 1 })
    const contract = { accountId, employees: 30, faceIds: 4, coupon: code }
    expect(await rejectionOf(create.mutate(contract))).toMatchObject({ status: 409 })
    const { id: canceledId } = await cancel.mutate({ accountId })

    const pending = { ...expectedSubscription('pending', 30, 4), percentOff: 20 }
    const attempts = await Promise.allSettled([create.mutate(contract), create.mutate(contract)])
    expect(fulfilledValues(attempts)).toEqual([pending])
    expect((await internal.coupons.get.query({ code })).redemptions).toBe(1)
    expect((await internal.accounts.get.query({ id: accountId })).subscription).toEqual({ ...pending, coupon: code })
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 30, faceIds: 0 })
    const { partnerId } = partner.user
    const isFoundBy = async (status: 'pending' | 'canceled') => {
      const native = nativeClient(service, `Bearer ${partner.token}`)
      const { items } = await native.accounts.search.query({ subscriptionStatuses: [status] })
      return items.some(({ id }) => id === accountId)
    }
    expect([await isFoundBy('pending'), await isFoundBy('canceled')]).toEqual([true, false])
    const ofAccount = (await list.query({ partnerId })).items.filter((item) => item.accountId === accountId)
    expect(ofAccount).toMatchObject([{ status: 'pending' }, { id: canceledId, status: 'canceled' }])
    expect(await activate.mutate({ accountId })).toMatchObject({ status: 'active' })
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 30, faceIds: 4 })
    await cancel.mutate({ accountId })
    // The only redemption of the coupon is used.
    expect(await rejectionOf(create.mutate(contract))).toMatchObject({ status: 409 })
    expect(await actionsOn(accountId)).toEqual([
      'account.created',
      'subscription.canceled',
      'subscription.created',
      'subscription.activated',
      'subscription.canceled',
    ])
  })

  it.each([
    [{ employees: 0 }, { employees: ['Deve estar entre 1 e 5000.'] }],
    [{ employees: 5001 }, { employees: ['Deve estar entre 1 e 5000.'] }],
    [{ employees: 1.5 }, { employees: ['Deve ser um número inteiro.'] }],
    [{ faceIds: -1 }, { faceIds: ['Não pode ser negativo.'] }],
    [{ faceIds: 2 ** 31 }, { faceIds: ['O valor é muito alto.'] }],
    [{}, { employees: ['Informe ao menos uma alteração.'] }],
  ])('reject the change %j and stay unchanged', async (change, details) => {
    const { id: accountId } = await addAccount(partner)
    const rejection = await rejectionOf(internal.subscriptions.update.mutate({ accountId, ...change }))
    expect(rejection).toEqual({ status: 422, details })
    expect(await readContractedNumbers(accountId)).toEqual({ employees: 12, faceIds: 0 })
    expect(await actionsOn(accountId)).toEqual(['account.created'])
  })

  it('return 404 for an unknown account', async () => {
    const { activate, create, update, cancel } = internal.subscriptions
    const accountId = UNKNOWN_ID
    expect(await rejectionOf(create.mutate({ accountId, employees: 3 }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(activate.mutate({ accountId }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(update.mutate({ accountId, employees: 3 }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(cancel.mutate({ accountId }))).toEqual(ACCOUNT_NOT_FOUND)
  })

  it('are active from creation or renewal with SUBSCRIPTION_ACTIVATION=immediate, and rejected creations queue no mail', async () => {
    const immediate = await listenOn(service.database, { SUBSCRIPTION_ACTIVATION: 'immediate' })
    const there = await signedIn(immediate, partner.user)
    const body = accountBody()
    const { _id: id } = (await there.post('/partner-accounts', body)).body
    expect(await mails.to(body.email)).toEqual(BOTH_MAILS)
    expect((await internal.accounts.get.query({ id })).subscription.status).toBe('active')
    expect((await internal.audit.list.query({ accountId: id })).items).toMatchObject([
      { action: 'subscription.activated', actor: `portal-user:${partner.user.id}` },
      { action: 'account.created', actor: `portal-user:${partner.user.id}` },
    ])

    const mailCount = await service.database.prisma.mail.count()
    expect((await there.post('/partner-accounts', body)).status).toBe(422)
    expect((await there.post('/partner-accounts', { ...body, employees_quantity: 0 })).status).toBe(422)
    expect(await service.database.prisma.mail.count()).toBe(mailCount)

    const coupon = 'NOW-10'
    await internal.coupons.create.mutate({ code: coupon, percentOff: 10 })
    await internal.subscriptions.cancel.mutate({ accountId: id })
    const { create } = internalClient(immediate).subscriptions
    expect(await create.mutate({ accountId: id, employees: 3, coupon })).toMatchObject({ status: 'active' })
    expect(await mails.to(body.email)).toEqual([...BOTH_MAILS, ...BOTH_MAILS])
    await immediate.stop()
  })
})
