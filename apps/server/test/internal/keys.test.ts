import { randomBytes } from 'node:crypto'
import { INTERNAL_PROCEDURES } from '@partner-accounts/api'
import { createIdGenerator } from '@partner-accounts/core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from '../expected-errors.ts'
import {
  accountBody,
  listenOn,
  newAddress,
  type PartnerClient,
  request,
  sharedService,
  signedInPartner,
  TEST_KEYS,
  type TestService,
} from '../harness.ts'
import {
  addAccount,
  type CreatedAccount,
  INTERNAL_KEY,
  INVALID_KEY,
  internalClient,
  nativeClient,
  rejectionOf,
  UNAUTHENTICATED,
} from './internal-client.ts'
import { validCalls } from './valid-calls.ts'

const newId = createIdGenerator()
const createKey = (name: string) => ({ name, key: randomBytes(32).toString('base64url') })

describe('The keys of internal applications', () => {
  let service: TestService
  let partner: PartnerClient
  let account: CreatedAccount
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    account = await addAccount(partner)
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  const startInstance = async (changes: Record<string, string>, keys = TEST_KEYS) => {
    const started = await listenOn(service.database, changes, keys)
    stops.push(() => started.stop())
    return started
  }

  /** Calls a procedure and returns the status. */
  async function statusOf(procedure: string, input: object, headers: Record<string, string>): Promise<number> {
    const url = `${service.origin}/trpc/internal.${procedure}`
    const json = JSON.stringify(input)
    const type = { 'content-type': 'application/json' }
    const { status } = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: json })
    // Queries accept only GET.
    return status === 405 ? (await fetch(`${url}?input=${encodeURIComponent(json)}`, { headers })).status : status
  }

  const readStoredData = async () => {
    const { prisma } = service.database
    const orderBy = { id: 'asc' } as const
    return Promise.all([
      prisma.partner.findMany({ orderBy }),
      prisma.coupon.findMany({ orderBy }),
      prisma.portalUser.findMany({ orderBy }),
      prisma.account.findMany({ orderBy }),
      prisma.subscription.findMany({ orderBy }),
      prisma.mail.findMany({ orderBy }),
      prisma.auditEntry.findMany({ orderBy }),
    ])
  }

  it('give access to every internal procedure; calls without a valid key get 401 and change nothing', async () => {
    const calls = await validCalls(service, partner, account)
    expect(calls.map(([name]) => name).toSorted()).toEqual(INTERNAL_PROCEDURES.toSorted())

    const invalidHeaders = [
      undefined,
      `Bearer ${newId()}`,
      `Bearer ${INTERNAL_KEY.slice(0, -1)}`,
      `Basic ${INTERNAL_KEY}`,
      `Bearer ${partner.token}`,
      `Bearer ${account.apiToken}`,
    ]
    const before = await readStoredData()
    for (const header of invalidHeaders) {
      const headers = header === undefined ? {} : { authorization: header }
      for (const [name, input] of calls) expect([name, await statusOf(name, input, headers)]).toEqual([name, 401])
      const { partners } = nativeClient(service, header).internal
      expect(await rejectionOf(partners.list.query())).toEqual(INVALID_KEY)
    }
    expect(await readStoredData()).toEqual(before)

    const authorization = `Bearer ${INTERNAL_KEY}`
    for (const [name, input] of calls) {
      expect([name, await statusOf(name, input, { authorization })]).toEqual([name, 200])
    }
  })

  it("are rejected by the REST interface and the partners' native procedures", async () => {
    const headers = { authorization: `Bearer ${INTERNAL_KEY}` }
    const rest = (method: string, path: string, body?: unknown) => request(service, method, path, body, headers)
    expect(outcome(await rest('GET', '/partner-accounts'))).toEqual(ERRORS.unauthenticated)
    expect(outcome(await rest('GET', `/partner-accounts/${account.id}`))).toEqual(ERRORS.unauthenticated)
    expect(outcome(await rest('POST', '/partner-accounts', accountBody()))).toEqual(ERRORS.unauthenticated)

    const { accounts } = nativeClient(service, headers.authorization)
    const body = accountBody() as Parameters<typeof accounts.create.mutate>[0]
    expect(await rejectionOf(accounts.list.query())).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(accounts.get.query({ account_id: account.id }))).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(accounts.create.mutate(body))).toEqual(UNAUTHENTICATED)
  })

  it('are all valid during a rotation, and the audit trail names the used key', async () => {
    const oldKey = createKey('old')
    const newKey = createKey('new')
    const duringRotation = await startInstance({}, { ...TEST_KEYS, internalApiKeys: [newKey, oldKey] })
    const { id } = await internalClient(duringRotation, oldKey.key).partners.create.mutate({ name: 'Nova' })
    await internalClient(duringRotation, newKey.key).partners.suspend.mutate({ id })
    const { audit } = internalClient(duringRotation, newKey.key)
    expect((await audit.list.query({ partnerId: id })).items).toMatchObject([
      { action: 'partner.suspended', actor: 'internal:new' },
      { action: 'partner.created', actor: 'internal:old' },
    ])

    const afterRotation = await startInstance({}, { ...TEST_KEYS, internalApiKeys: [newKey] })
    expect(await rejectionOf(internalClient(afterRotation, oldKey.key).partners.list.query())).toEqual(INVALID_KEY)
  })

  it('may be limited to reading or to named procedures, and all other procedures return 403', async () => {
    const reader = createKey('dashboard')
    const reporter = createKey('time-clock')
    const unlimited = createKey('ops')
    const internalApiKeys = [reader, reporter, unlimited]
    const settings = {
      INTERNAL_API_KEY: internalApiKeys.map(({ name, key }) => `${name}:${key}`).join(','),
      INTERNAL_API_KEY_SCOPES: 'dashboard:read, time-clock:accounts.reportUsage+accounts.get',
    }
    const instance = await startInstance(settings, { ...TEST_KEYS, internalApiKeys })
    const readerClient = internalClient(instance, reader.key)
    const reporterClient = internalClient(instance, reporter.key)
    const usage = { id: account.id, activeEmployees: 3 }
    const forbidden = { status: 403, details: expect.stringMatching(/scope of this key/) }

    expect((await readerClient.partners.list.query()).items).not.toEqual([])
    expect(await rejectionOf(readerClient.accounts.reportUsage.mutate(usage))).toEqual(forbidden)
    expect(await rejectionOf(readerClient.console.createLink.mutate())).toEqual(forbidden)

    expect(await reporterClient.accounts.reportUsage.mutate(usage)).toEqual(usage)
    expect(await reporterClient.accounts.get.query({ id: account.id })).toMatchObject({ id: account.id })
    expect(await rejectionOf(reporterClient.accounts.list.query())).toEqual(forbidden)
    expect(await rejectionOf(reporterClient.accounts.revokeToken.mutate({ id: account.id }))).toEqual(forbidden)
    expect(await internalClient(instance, unlimited.key).partners.create.mutate({ name: 'Nova' })).toMatchObject({
      name: 'Nova',
    })
  })

  it('are not counted by the rate limit', async () => {
    const limited = await startInstance({ RATE_LIMIT_REQUESTS: '3', TRUSTED_PROXIES: '127.0.0.1' })
    const forwarded = { 'x-forwarded-for': newAddress() }
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${limited.origin}/trpc/internal.coupons.list`, { headers: { ...forwarded, ...headers } })).status
    for (let call = 0; call < 8; call++) expect(await statusWith({ authorization: `Bearer ${INTERNAL_KEY}` })).toBe(200)
    // The same address still has its whole limit.
    for (const status of [401, 401, 401, 429]) expect(await statusWith({})).toBe(status)
    expect(await statusWith({ authorization: `Bearer ${INTERNAL_KEY}` })).toBe(200)
  })

  it('call procedures that the OpenAPI document omits: it lists only the REST operations', async () => {
    const { body } = await request(service, 'GET', '/openapi.json')
    const operations = Object.values(body.paths as Record<string, object>).flatMap(
      (methods) => Object.values(methods) as { operationId: string }[],
    )
    expect(operations.map(({ operationId }) => operationId)).toEqual([
      'createToken',
      'listPartnerAccounts',
      'createPartnerAccount',
      'getPartnerAccount',
    ])
  })
})
