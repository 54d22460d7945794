import { createIdGenerator, LIMITS, type LoggedRequest } from '@partner-accounts/core'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createRequestRecorder, REQUESTS_PER_TRIM } from '../src/rest/request-recorder.ts'
import {
  accountBody,
  addColleague,
  addPortalUser,
  listenOn,
  type PartnerClient,
  request,
  sharedService,
  signedIn,
  signedInPartner,
  type TestService,
} from './harness.ts'
import { readEveryPage, nativeClient, rejectionOf } from './internal/internal-client.ts'

const newId = createIdGenerator()
const ROUTE = '/partner-accounts/{account_id}'
const CPF = '52998224725'

describe.concurrent("The log of a partner's requests", () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  type Filter = Parameters<ReturnType<typeof nativeClient>['requestLog']['list']['query']>[0]
  const logOf = ({ token }: Pick<PartnerClient, 'token'>, filter?: Filter) =>
    nativeClient(service, `Bearer ${token}`).requestLog.list.query(filter)
  /** Waits until `count` requests are logged, and returns method, route, status and code of each, newest first. */
  async function untilLogged(partner: PartnerClient, count: number) {
    await vi.waitFor(async () => expect((await logOf(partner)).items).toHaveLength(count), 30_000)
    const { items } = await logOf(partner)
    return items.map(({ method, route, status, code }) => [method, route, status, code])
  }
  const entry = (partnerId: string, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
    id: newId(),
    partnerId,
    userId: newId(),
    at: new Date(),
    method: 'GET',
    route: ROUTE,
    status: 200,
    code: null,
    fields: [],
    requestId: 'r',
    durationMs: 3,
    ...changes,
  })
  const add = (partnerId: string, count: number, changes?: Partial<LoggedRequest>) =>
    service.database.stores.requestLog.add(Array.from({ length: count }, () => entry(partnerId, changes)))

  it('has method, route, status, error code and fields, user, request id, time and duration, also of rejected requests', async () => {
    // Logged times have whole seconds.
    const startedAt = Math.floor(Date.now() / 1_000) * 1_000
    const partner = await signedInPartner(service)
    const { body: created } = await partner.post('/partner-accounts', accountBody())
    await partner.get(`/partner-accounts/${created._id}?secret=hidden`, { 'x-secret': created.secret })
    await partner.get(`/partner-accounts/${CPF}`, { 'x-request-id': 'mine-1' })
    await partner.get('/partner-accounts/1')
    await partner.post('/partner-accounts', {})
    await partner.post('/partner-accounts', '{')
    await partner.get(`/unknown/${CPF}`)
    await request(service, 'DELETE', `/partner-accounts/${CPF}`, undefined, {
      authorization: `Bearer ${partner.token}`,
    })
    expect(await untilLogged(partner, 9)).toEqual([
      ['DELETE', null, 405, 405],
      ['GET', null, 404, 404],
      ['POST', '/partner-accounts', 422, 1405],
      ['POST', '/partner-accounts', 422, null],
      ['GET', ROUTE, 422, 113],
      ['GET', ROUTE, 404, 56],
      ['GET', ROUTE, 200, null],
      ['POST', '/partner-accounts', 200, null],
      ['POST', '/tokens', 200, null],
    ])
    const { items } = await logOf(partner)
    expect(items[3]!.fields).toContain('full_name')
    expect(items.filter(({ fields }) => fields.length > 0)).toEqual([items[3]])
    const { id, email } = partner.user
    for (const { user } of items) expect(user).toEqual({ id, email, name: 'Ana' })
    expect(items[5]).toMatchObject({ requestId: 'mine-1', durationMs: expect.any(Number) as number })
    for (const { at } of items) expect(Date.parse(at)).toBeGreaterThanOrEqual(startedAt)
    const text = JSON.stringify(items)
    for (const hidden of [CPF, created._id, created.secret, created.api_token, partner.token, 'hidden']) {
      expect(text).not.toContain(hidden)
    }
  })

  it('has requests with 403 and 429', async () => {
    const limited = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '1' })
    const reader = await signedInPartner(service, { permissions: ['accounts:read'] })
    const authorization = `Bearer ${reader.token}`
    for (let sent = 0; sent < 2; sent++) await request(limited, 'POST', '/partner-accounts', {}, { authorization })
    await limited.stop()
    expect((await untilLogged(reader, 3)).slice(0, 2)).toEqual([
      ['POST', '/partner-accounts', 429, 429],
      ['POST', '/partner-accounts', 403, 666],
    ])
    const { items } = await logOf(reader)
    expect(items.map(({ user }) => user?.id)).toEqual(items.map(() => reader.user.id))
  })

  it('has no requests with the token of a disabled user', async () => {
    const user = await addPortalUser(service)
    const former = await signedIn(service, user)
    const colleague = await signedIn(service, await addColleague(service, user))
    const disabled = { status: 'disabled', passwordHash: null, activation: null } as const
    await service.database.stores.portalUsers.change(user.id, disabled)
    const send = async () => (await former.get('/partner-accounts')).status
    await vi.waitFor(async () => expect(await send()).toBe(401), 30_000)
    for (let sent = 0; sent < 3; sent++) expect(await send()).toBe(401)
    await colleague.get('/unknown')
    const statuses = async () => (await logOf(colleague)).items.map(({ status }) => status)
    await vi.waitFor(async () => expect(await statuses()).toContain(404), 30_000)
    expect((await logOf(colleague, { status: '4xx' })).items).toHaveLength(1)
  })

  it('is filtered by user', async () => {
    const partner = await signedInPartner(service)
    const colleague = await signedIn(service, await addColleague(service, partner.user))
    await colleague.get('/partner-accounts/1')
    await untilLogged(partner, 3)
    const userId = colleague.user.id
    const { items } = await logOf(partner, { userId })
    expect(items.map(({ route, user }) => [route, user?.id])).toEqual([
      [ROUTE, userId],
      ['/tokens', userId],
    ])
    expect((await logOf(partner, { userId, status: '4xx' })).items).toHaveLength(1)
  })

  it('collects the requests of all instances, and those before a stop', async () => {
    const other = await listenOn(service.database)
    const partner = await signedInPartner(service)
    await request(other, 'GET', '/partner-accounts', undefined, { authorization: `Bearer ${partner.token}` })
    await other.stop()
    expect(await untilLogged(partner, 2)).toEqual([
      ['GET', '/partner-accounts', 200, null],
      ['POST', '/tokens', 200, null],
    ])
  })

  it('is paged, filtered by status, and limited to the latest requests', async () => {
    const partner = await signedInPartner(service)
    const { partnerId } = partner.user
    await untilLogged(partner, 1)
    await add(partnerId, 5, { status: 503, code: 503 })
    await add(partnerId, 60, { status: 404, code: 56 })
    // With the sign-in, four more than the log keeps. It drops the oldest: the sign-in, and three of the five 503.
    await add(partnerId, LIMITS.requestLog.kept - 62)
    const pages = (filter: Filter) => readEveryPage((cursor) => logOf(partner, { ...filter, cursor }))
    expect((await pages({ status: '5xx' })).map(({ status }) => status)).toEqual([503, 503])
    expect((await pages({ status: '4xx' })).length).toBe(60)
    const all = await pages({})
    expect(all.length).toBe(LIMITS.requestLog.kept)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(await rejectionOf(logOf(partner, { status: '6xx' as '5xx' }))).toMatchObject({ status: 422 })
  })

  it('keeps only the latest requests in the database', async () => {
    const partnerId = newId()
    await add(partnerId, LIMITS.requestLog.kept + 200)
    const { requestLog } = service.database.stores
    const recorder = createRequestRecorder({
      store: requestLog,
      logger: pino({ level: 'silent' }),
      onDropped: () => {},
    })
    for (let recorded = 0; recorded < REQUESTS_PER_TRIM; recorded++) recorder.record(entry(partnerId, { status: 404 }))
    await recorder.close()
    expect(await service.database.prisma.loggedRequest.count({ where: { partnerId } })).toBe(LIMITS.requestLog.kept)
    expect(await requestLog.page({ partnerId, statusClass: 4 }, 1_000)).toHaveLength(REQUESTS_PER_TRIM)
  })

  it('can be read by every active user of the partner, also while it is suspended, and by nobody else', async () => {
    const user = await addPortalUser(service, { permissions: [] })
    const partner = await signedIn(service, user)
    await untilLogged(partner, 1)
    const colleague = await signedIn(service, await addColleague(service, user))
    const stranger = await signedInPartner(service)
    expect(await untilLogged(colleague, 2)).toHaveLength(2)
    await service.database.stores.partners.change(user.partnerId, { status: 'suspended' })
    expect((await logOf(partner)).items).toHaveLength(2)
    expect(await untilLogged(stranger, 1)).toEqual([['POST', '/tokens', 200, null]])
    expect(await rejectionOf(logOf({ token: 'none' }))).toMatchObject({ status: 401 })
  })

  it('fails no request when the database rejects its entry', async () => {
    const other = await listenOn(service.database)
    const partner = await signedInPartner(service)
    await untilLogged(partner, 1)
    const { pool } = service.database
    const constraint = `CHECK (partner_id <> '${partner.user.partnerId}') NOT VALID`
    await pool.query(`ALTER TABLE logged_requests ADD CONSTRAINT rejecting ${constraint}`)
    const { status } = await request(other, 'GET', '/partner-accounts', undefined, {
      authorization: `Bearer ${partner.token}`,
    })
    await other.stop()
    await pool.query('ALTER TABLE logged_requests DROP CONSTRAINT rejecting')
    expect(status).toBe(200)
    expect(other.logged()).toContain('requests not recorded')
  })
})
