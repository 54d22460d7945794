import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import {
  listenOn,
  type PartnerClient,
  signedInPartner,
  startTestService,
  TEST_KEYS,
  type TestService,
} from '../harness.ts'
import {
  addAccount,
  INTERNAL_KEY,
  type InternalClient,
  internalClient,
  UNKNOWN_ID,
  rejectionOf,
} from '../internal/internal-client.ts'

const DAY_MS = 86_400_000
const reason = 'Requested by phone'

describe('With OPERATOR_SECOND_APPROVER=on', () => {
  let service: TestService
  let partner: PartnerClient
  let ana: InternalClient
  let bruno: InternalClient
  let key: InternalClient
  beforeAll(async () => {
    service = await startTestService({ OPERATOR_SECOND_APPROVER: 'on' })
    partner = await signedInPartner(service)
    ana = await operator('ana@contas.example')
    bruno = await operator('bruno@contas.example')
    key = internalClient(service)
  })
  afterAll(() => service.stop())

  const operator = async (email: string, role: OperatorRole = 'admin') =>
    (await BrowserClient.ofOperator(service, { email, role })).page().internal

  async function requested(call: Promise<object>): Promise<string> {
    const result = (await call) as { approval?: { id: string } }
    expect(Object.keys(result)).toEqual(['approval'])
    return result.approval!.id
  }
  const pendingIds = async () => (await ana.approvals.list.query()).items.map(({ id }) => id)
  const entriesOf = async (recordId: string) => (await ana.audit.list.query({ recordId })).items
  const newAccount = () => addAccount(partner)

  it('each of the five actions changes nothing until another operator approves it, and is audited with both', async () => {
    const { partnerId } = (await signedInPartner(service)).user
    const { id } = await newAccount()
    const { accounts, partners, subscriptions } = ana
    const before = await key.accounts.show.query({ id })
    const actions = [
      [
        'account.correct',
        'employer.corrected',
        accounts.correct.mutate({ id, reason, employer: { name: 'Padaria Lua', cpf: '52998224725' } }),
      ],
      ['account.reissue-token', 'account.token-reissued', accounts.reissueToken.mutate({ id, reason })],
      ['account.revoke-token', 'account.token-revoked', accounts.revokeToken.mutate({ id, reason })],
      ['subscription.cancel', 'subscription.canceled', subscriptions.cancel.mutate({ accountId: id, reason })],
      ['partner.suspend', 'partner.suspended', partners.suspend.mutate({ id: partnerId, reason })],
    ] as const
    const ids: string[] = []
    for (const [, , call] of actions) ids.push(await requested(call))
    expect(await key.accounts.show.query({ id })).toEqual(before)
    expect((await key.partners.show.query({ id: partnerId })).status).toBe('active')
    const listed = (await key.approvals.list.query({ limit: 200 })).items
    for (const [index, [action]] of actions.entries()) {
      expect(listed.find((approval) => approval.id === ids[index])).toEqual({
        ...{ id: ids[index], action, reason, requestedBy: 'operator:ana@contas.example' },
        partnerId: action === 'partner.suspend' ? partnerId : partner.user.partnerId,
        accountId: action === 'partner.suspend' ? null : id,
        recordName: action === 'partner.suspend' ? expect.any(String) : before.employer.name,
        corrections: action === 'account.correct' ? { name: 'Padaria Lua', cpf: '52998224725' } : {},
        ...{ requestedAt: expect.any(String), expiresAt: expect.any(String) },
      })
    }

    const results: object[] = []
    for (const approvalId of ids) results.push((await bruno.approvals.approve.mutate({ id: approvalId })).result)
    expect(results).toEqual([
      expect.objectContaining({ id, employer: expect.objectContaining({ name: 'Padaria Lua', cpf: '52998224725' }) }),
      { id, apiToken: expect.any(String), secret: expect.any(String) },
      { id, apiTokenStatus: 'revoked' },
      expect.objectContaining({ status: 'canceled' }),
      expect.objectContaining({ id: partnerId, status: 'suspended' }),
    ])
    expect(await key.accounts.show.query({ id })).toMatchObject({
      ...{ employer: { name: 'Padaria Lua' }, apiTokenStatus: 'revoked', subscription: { status: 'canceled' } },
    })
    expect((await key.partners.show.query({ id: partnerId })).status).toBe('suspended')
    const done = [...(await entriesOf(id)), ...(await entriesOf(partnerId))]
    for (const [index, [action, performed]] of actions.entries()) {
      expect(done.find((entry) => entry.action === performed)).toMatchObject({
        ...{ actor: 'operator:ana@contas.example', network: '127.0.0.1', reason },
        approvedBy: 'operator:bruno@contas.example',
      })
      const changes = { action: { from: null, to: action } }
      expect(await entriesOf(ids[index]!)).toMatchObject([
        { action: 'approval.approved', actor: 'operator:bruno@contas.example', changes },
        { action: 'approval.requested', actor: 'operator:ana@contas.example', changes, reason },
      ])
    }
  })

  it('a rejected request does nothing, and is audited with the reason', async () => {
    const { id } = await newAccount()
    const approval = await requested(ana.accounts.revokeToken.mutate({ id, reason }))
    expect(await rejectionOf(bruno.approvals.reject.mutate({ id: approval }))).toMatchObject({ status: 422 })
    await bruno.approvals.reject.mutate({ id: approval, reason: 'Wrong account' })
    expect((await key.accounts.show.query({ id })).apiTokenStatus).toBe('active')
    const [entry] = await entriesOf(approval)
    expect(entry).toMatchObject({ action: 'approval.rejected', accountId: id, reason: 'Wrong account' })
    for (const decide of [bruno.approvals.approve, bruno.approvals.reject]) {
      expect(await rejectionOf(decide.mutate({ id: approval, reason }))).toMatchObject({ status: 404 })
      expect(await rejectionOf(decide.mutate({ id: UNKNOWN_ID, reason }))).toMatchObject({ status: 404 })
    }
  })

  it('the requester cannot decide: in no session, with no link that they created, nor may the creator of their link', async () => {
    const { id } = await newAccount()
    const linkOfAna = (await ana.console.createLink.mutate({ email: 'carla@contas.example' })).url
    const carla = new BrowserClient(service, 'console')
    await carla.redeem(linkOfAna)
    const ofAna = await requested(ana.accounts.revokeToken.mutate({ id, reason }))
    const ofKey = await requested(key.accounts.revokeToken.mutate({ id }))
    const ofCarla = await requested(carla.page().internal.accounts.revokeToken.mutate({ id, reason }))
    const rejected: [InternalClient, string][] = [
      [ana, ofAna],
      [await operator('ANA@contas.example'), ofAna],
      [carla.page().internal, ofAna],
      // The key created the link of Ana.
      [key, ofAna],
      [key, ofKey],
      [ana, ofKey],
      [ana, ofCarla],
    ]
    const before = await pendingIds()
    for (const [client, approval] of rejected) {
      for (const decide of [client.approvals.approve, client.approvals.reject]) {
        expect(await rejectionOf(decide.mutate({ id: approval, reason }))).toMatchObject({ status: 403 })
      }
    }
    expect(await pendingIds()).toEqual(before)
    expect((await key.accounts.show.query({ id })).apiTokenStatus).toBe('active')
    const support = await operator('bruno@contas.example', 'support')
    expect(await rejectionOf(support.approvals.approve.mutate({ id: ofAna }))).toMatchObject({ status: 403 })
  })

  it('a key with another name than that of the requester approves', async () => {
    const second = { name: 'bruno', key: randomBytes(32).toString('base64url') }
    const keys = { ...TEST_KEYS, internalApiKeys: [...TEST_KEYS.internalApiKeys, second] }
    const instance = await listenOn(service.database, { OPERATOR_SECOND_APPROVER: 'on' }, keys)
    try {
      const { id } = await newAccount()
      const approval = await requested(internalClient(instance, INTERNAL_KEY).accounts.revokeToken.mutate({ id }))
      await internalClient(instance, second.key).approvals.approve.mutate({ id: approval })
      const [entry] = (await entriesOf(id)).filter(({ action }) => action === 'account.token-revoked')
      expect(entry).toMatchObject({ actor: 'internal:test', approvedBy: 'internal:bruno' })
    } finally {
      await instance.stop()
    }
  })

  it('two operators who approve concurrently run the action once', async () => {
    const carla = await operator('carla@contas.example')
    for (let attempt = 0; attempt < 5; attempt++) {
      const { id } = await newAccount()
      const approval = await requested(ana.accounts.reissueToken.mutate({ id, reason }))
      const outcomes = await Promise.allSettled(
        [bruno, carla, bruno].map(({ approvals }) => approvals.approve.mutate({ id: approval })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          expect(await rejectionOf(Promise.reject(outcome.reason as Error))).toMatchObject({ status: 404 })
        }
      }
      const actions = (await entriesOf(id)).map(({ action }) => action)
      expect(actions.filter((action) => action === 'account.token-reissued')).toHaveLength(1)
    }
  })

  it('an action that fails returns its error, and the request stays until it is rejected or expires', async () => {
    const { partnerId } = (await signedInPartner(service)).user
    const twice = [ana, ana].map(({ partners }) => partners.suspend.mutate({ id: partnerId, reason }))
    const [first = '', second = ''] = await Promise.all(twice.map(requested))
    await bruno.approvals.approve.mutate({ id: first })
    expect(await rejectionOf(bruno.approvals.approve.mutate({ id: second }))).toMatchObject({ status: 409 })
    expect(await pendingIds()).toContain(second)

    const [{ id }, other] = [await newAccount(), await newAccount()]
    const taken = await requested(ana.accounts.correct.mutate({ id, reason, administrator: { email: other.email } }))
    expect(await rejectionOf(bruno.approvals.approve.mutate({ id: taken }))).toMatchObject({ status: 422 })
    expect(await pendingIds()).toContain(taken)

    const cancel = await requested(ana.subscriptions.cancel.mutate({ accountId: id, reason }))
    await service.database.stores.subscriptions
      .find(id)
      .then((found) => service.database.stores.subscriptions.cancel(found!.id))
    expect((await bruno.approvals.approve.mutate({ id: cancel })).result).toMatchObject({ status: 'canceled' })

    await service.database.prisma.approval.updateMany({
      data: { expiresAt: new Date(Date.now() - DAY_MS) },
      where: { id: taken },
    })
    expect(await pendingIds()).not.toContain(taken)
    expect(await rejectionOf(bruno.approvals.reject.mutate({ id: taken, reason }))).toMatchObject({ status: 404 })
  })

  it('a request about an unknown record is rejected immediately, and other changes need no approval', async () => {
    expect(await rejectionOf(ana.partners.suspend.mutate({ id: UNKNOWN_ID, reason }))).toMatchObject({ status: 404 })
    expect(await rejectionOf(ana.accounts.revokeToken.mutate({ id: UNKNOWN_ID, reason }))).toMatchObject({
      status: 404,
    })
    const { id } = await newAccount()
    const { results } = await ana.subscriptions.activateMany.mutate({ accountIds: [id] })
    expect(results).toMatchObject([{ accountId: id }])
    expect((await key.accounts.show.query({ id })).subscription.status).toBe('active')
  })
})
