import { LIMITS } from '@partner-accounts/rules'
import { setupServer } from 'msw/node'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ApiError, ConnectionError, ErrorCode, PartnerAccounts, PossiblyCreatedError } from '../../src/index.ts'
import { verify } from '../../src/webhooks/index.ts'
import type { CreateAccountBody } from '../../src/wire/models.ts'
import { type Failure, partnerAccountsService } from '../../src/testing/index.ts'
import { accountBody } from './recorder.ts'

const baseUrl = 'https://api.example/partners/v1'
const service = partnerAccountsService({ baseUrl })
const server = setupServer(...service.handlers)
const newAccount = () => accountBody() as unknown as CreateAccountBody

/** Creates a client without pacing and retries unless a test sets them. */
const clientOf = (credentials = service.credentials, options = {}) =>
  new PartnerAccounts({ baseUrl, ...credentials, maxRetries: 0, pacing: false, ...options })
const rejection = (status: number, code: number) => expect.objectContaining({ status, code }) as ApiError

describe('the fake service', () => {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    vi.useRealTimers()
    service.reset()
  })
  afterAll(() => server.close())

  it('has its initial state after a reset', async () => {
    const client = clientOf()
    service.addAccount()
    service.setRateLimit({ requests: 1 })
    service.suspend()
    service.failNext({ kind: 'connection-broken' }, { times: Infinity })
    await expect(client.accounts.list()).rejects.toThrow(ConnectionError)
    service.reset()
    expect(service.requests).toEqual([])
    // The client signs in again, because its token is unknown. The second call would exceed a limit of 1.
    expect((await client.accounts.list()).meta.total).toBe(0)
    expect((await client.accounts.list()).meta.total).toBe(0)
  })

  it('signs users of test mode in, and returns the mode in the tokens and in later responses', async () => {
    const { email, password } = service.addUser({ partner: 'rehearsal', mode: 'test' })
    const modes: unknown[] = []
    const hooks = { afterResponse: ({ headers }: { headers: Headers }) => void modes.push(headers.get('x-mode')) }
    const client = clientOf({ email, password }, { mode: 'test', hooks })
    await client.accounts.list()
    // The response to the sign-in has no mode.
    expect([client.mode, modes]).toEqual(['test', [null, 'test']])
    await expect(clientOf({ email, password }, { mode: 'live' }).accounts.list()).rejects.toThrow('test mode')
  })

  it('does not handle requests to other addresses', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const url of ['https://api.example/partners/v10/tokens', 'https://other.example/partners/v1/tokens']) {
      await expect(fetch(url)).rejects.toThrow()
    }
    expect(error).toHaveBeenCalledTimes(2)
    error.mockRestore()
    expect(service.requests).toEqual([])
  })

  it('does not handle a request whose signal has been aborted', async () => {
    const signal = AbortSignal.abort(new Error('closed'))
    await expect(service.fetch(`${baseUrl}/partner-accounts`, { signal })).rejects.toThrow('closed')
    expect(service.requests).toEqual([])
  })

  it('lists added accounts with properties that only the service sets', async () => {
    const older = service.addAccount({ createdAt: new Date('2026-03-05T14:07:31.999Z'), subscription_face_ids: 2 })
    const newer = service.addAccount({ company_doc: { cpf: '52998224725' }, active_employees: 9 })
    service.addAccount({ partner: 'another' })
    const client = clientOf()
    const { items } = await client.accounts.list()
    expect(items.map(({ _id }) => _id)).toEqual([newer._id, older._id])
    expect(items[1]).toMatchObject({ _created: '2026-03-05T14:07:31+00:00', subscription_face_ids: 2 })
    expect(await client.accounts.get('52998224725', { secret: newer.secret })).toMatchObject({
      cnpj: null,
      active_employees: 9,
      api_token: newer.api_token,
    })
  })

  it('separates the accounts and suspensions of partners', async () => {
    const { _id } = service.addAccount()
    const { email, password } = service.addUser({ partner: 'another' })
    const other = clientOf({ email, password })
    await expect(other.accounts.get(_id)).rejects.toEqual(rejection(404, ErrorCode.ACCOUNT_NOT_FOUND))
    service.suspend('another')
    await expect(other.accounts.list()).rejects.toEqual(rejection(403, ErrorCode.FORBIDDEN))
    expect((await clientOf().accounts.list()).meta.total).toBe(1)
    service.resume('another')
    expect((await other.accounts.list()).meta.total).toBe(0)
  })

  it('lists added events with the account as it is now, for 30 days', async () => {
    const { _id } = service.addAccount()
    const user = service.addUser()
    const added = service.addEvent({ type: 'account.corrected', data: { account_id: _id, corrected: 'employer' } })
    service.addEvent({ type: 'portal_user.disabled', data: { portal_user_id: user._id } })
    const client = clientOf()
    const { items } = await client.events.list()
    expect(items.map(({ type }) => type)).toEqual(['account.created', 'account.corrected', 'portal_user.disabled'])
    expect(items[1]).toEqual(added)
    expect(added.data).toEqual({ account_id: _id, corrected: 'employer', account: await client.accounts.get(_id) })
    expect(() => service.addEvent({ type: 'account.created', data: { account_id: user._id } })).toThrow(user._id)

    vi.useFakeTimers({ now: Date.now() + 30 * 86_400_000 + 1_000 })
    await expect(client.events.list({ after: added.id })).rejects.toMatchObject({
      fields: { after: [expect.stringContaining('30 dias')] },
    })
  })

  it('forgets an event after exactly 30 days', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const user = service.addUser()
    const { id: after } = service.addEvent({ type: 'portal_user.disabled', data: { portal_user_id: user._id } })
    service.addEvent({ type: 'portal_user.disabled', data: { portal_user_id: user._id } })
    vi.setSystemTime(Date.now() + 30 * 86_400_000 - 1)
    expect((await clientOf().events.list({ after })).items).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    await expect(clientOf().events.list({ after })).rejects.toMatchObject({ status: 422 })
  })

  it('rejects bodies beyond the size limit with 413', async () => {
    const fetchStatus = async (bytes: number) =>
      (await fetch(`${baseUrl}/tokens`, { method: 'POST', body: '{}'.padEnd(bytes) })).status
    // A smaller body reaches the sign-in, which rejects it without credentials.
    expect([await fetchStatus(LIMITS.bodyBytes), await fetchStatus(LIMITS.bodyBytes + 1)]).toEqual([401, 413])
  })

  it('signs events as the service does', async () => {
    const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
    const event = service.addEvent({ type: 'subscription.activated', data: { account_id: service.addAccount()._id } })
    const request = await service.signedRequest(event, { url: 'https://app.example/webhooks', secret })
    const body = await request.text()
    const headers = Object.fromEntries(request.headers)
    expect([request.method, request.url]).toEqual(['POST', 'https://app.example/webhooks'])
    expect(new Webhook(secret).verify(body, headers)).toEqual(event)
    expect(await verify(body, request.headers, secret)).toEqual(event)
  })

  it("accepts tokens until they expire by the test's clock", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const signIn = { method: 'POST', body: JSON.stringify(service.credentials) }
    const { token } = (await (await fetch(`${baseUrl}/tokens`, signIn)).json()) as { token: string }
    const fetchStatus = async () =>
      (await fetch(`${baseUrl}/partner-accounts`, { headers: { authorization: `Bearer ${token}` } })).status
    const claims = JSON.parse(atob(token.split('.')[1]!)) as { iat: number; exp: number }
    expect(claims).toMatchObject({ iat: Date.now() / 1_000, exp: Date.now() / 1_000 + 3_600 })
    vi.setSystemTime(Date.now() + 3_599_999)
    expect(await fetchStatus()).toBe(200)
    vi.setSystemTime(Date.now() + 1)
    expect(await fetchStatus()).toBe(401)
  })

  it('makes the client sign in again after expireTokens, and rejects removed users', async () => {
    const client = clientOf()
    await client.accounts.list()
    service.expireTokens()
    await client.accounts.list()
    const signIns = service.requests.filter(({ operation }) => operation === 'createToken')
    expect(signIns).toHaveLength(2)
    service.removeUser(service.credentials.email)
    await expect(client.accounts.list()).rejects.toEqual(rejection(401, ErrorCode.INVALID_CREDENTIALS))
  })

  it('admits exactly the configured requests per window', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    service.setRateLimit({ requests: 3, windowSeconds: 10 })
    const send = async (afterMs: number) => {
      vi.setSystemTime(Date.now() + afterMs)
      const { status, headers } = await fetch(`${baseUrl}/partner-accounts`)
      return [status, headers.get('ratelimit'), headers.get('retry-after')]
    }
    // An admitted request gets 401, because it has no token.
    expect(await send(0)).toEqual([401, '"default";r=2;t=10', null])
    expect(await send(4_000)).toEqual([401, '"default";r=1;t=6', null])
    expect(await send(4_000)).toEqual([401, '"default";r=0;t=2', null])
    expect(await send(1_999)).toEqual([429, '"default";r=0;t=1', '1'])
    expect(await send(1)).toEqual([401, '"default";r=0;t=4', null])
    expect(await send(1)).toEqual([429, '"default";r=0;t=4', '4'])
    // With a limit of 1, the next request is admitted when the newest admitted one has left the window.
    service.setRateLimit({ requests: 1 })
    expect(await send(0)).toEqual([429, '"default";r=0;t=10', '10'])
  })

  it('forgets an idempotency key after a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const options = { idempotencyKey: 'order-4711' }
    const account = newAccount()
    const first = await clientOf().accounts.create(account, options)
    vi.setSystemTime(Date.now() + 86_399_999)
    expect(await clientOf().accounts.create(account, options)).toEqual(first)
    vi.setSystemTime(Date.now() + 1)
    await expect(clientOf().accounts.create(account, options)).rejects.toEqual(rejection(422, ErrorCode.EMAIL_TAKEN))
  })

  it('rejects a creation whose idempotency key is in progress', async () => {
    const client = clientOf()
    await client.accounts.list()
    const account = newAccount()
    service.failNext({ kind: 'slow', ms: 200 })
    const first = client.accounts.create(account, { idempotencyKey: 'order-4711' })
    await vi.waitFor(() => expect(service.requests.at(-1)?.operation).toBe('createPartnerAccount'), 30_000)
    const second = await client.accounts.create(account, { idempotencyKey: 'order-4711' }).catch((error) => error.cause)
    expect(second).toEqual(rejection(409, ErrorCode.IN_FLIGHT))
    expect(second.retryAfterMs).toBe(1_000)
    const created = await first
    expect(await client.accounts.create(account, { idempotencyKey: 'order-4711' })).toEqual(created)
  })

  it('creates no account when no connection is established or a proxy responds', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const client = clientOf()
    await client.accounts.list()
    const failures: [Failure, unknown][] = [
      [{ kind: 'connection-refused' }, expect.objectContaining({ name: 'ConnectionError', sent: false })],
      [
        { kind: 'proxy', status: 403, html: '<p>blocked</p>' },
        expect.objectContaining({ name: 'PossiblyCreatedError', cause: expect.objectContaining({ status: 403 }) }),
      ],
    ]
    for (const [failure, error] of failures) {
      service.failNext(failure)
      await expect(client.accounts.create(newAccount())).rejects.toEqual(error)
    }
    consoleError.mockRestore()
    expect((await client.accounts.list()).meta.total).toBe(0)
  })

  it.each<[Failure, number]>([
    [{ kind: 'connection-broken' }, 0],
    [{ kind: 'proxy' }, 0],
    [{ kind: 'error', status: 500 }, 0],
    [{ kind: 'error', status: 503, retryAfterSeconds: 7 }, 0],
    [{ kind: 'lost-response' }, 1],
  ])('leaves the outcome of a creation unknown with %j', async (failure, total) => {
    const client = clientOf()
    service.failNext(failure, { operation: 'createPartnerAccount' })
    const account = newAccount()
    const options = { idempotencyKey: 'order-4711' }
    await expect(client.accounts.create(account, options)).rejects.toThrow(PossiblyCreatedError)
    expect((await client.accounts.list()).meta.total).toBe(total)
    // Returns the lost response, or creates the account if none was created.
    expect(await client.accounts.create(account, options)).toMatchObject({ secret: expect.stringMatching(/^pas_/) })
    expect((await client.accounts.list()).meta.total).toBe(1)
  })

  it.each([
    [409, '1'],
    [429, '1'],
    [500, null],
    [503, '5'],
  ] as const)('responds with %d and the envelope when planned', async (status, retryAfter) => {
    service.failNext({ kind: 'error', status })
    const response = await fetch(`${baseUrl}/partner-accounts`, { headers: { 'x-request-id': 'mine' } })
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe(retryAfter)
    const { _error, ...envelope } = (await response.json()) as { _error: { message: string } }
    expect(envelope).toEqual({ _status: 'ERR', _code: status })
    expect(_error).toEqual({ code: status, message: expect.any(String), ui_message: expect.any(String) })
    expect(_error.message.endsWith('Request id: mine.')).toBe(status >= 500)
  })

  it('responds as a proxy, and with the planned Retry-After', async () => {
    service.failNext({ kind: 'proxy' })
    service.failNext({ kind: 'error', status: 503, retryAfterSeconds: 7 })
    const bad = await fetch(`${baseUrl}/partner-accounts`)
    expect([bad.status, bad.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    expect(await bad.text()).toContain('<html>')
    expect((await fetch(`${baseUrl}/partner-accounts`)).headers.get('retry-after')).toBe('7')
  })

  it('addUser changes an existing user and keeps the other properties', async () => {
    const user = service.addUser({ partner: 'another', permissions: ['accounts:read'] })
    const changed = service.addUser({ email: user.email.toUpperCase(), status: 'disabled' })
    expect(changed).toEqual({ ...user, email: user.email.toUpperCase(), status: 'disabled' })
    await expect(clientOf({ email: user.email, password: user.password }).accounts.list()).rejects.toEqual(
      rejection(401, ErrorCode.INVALID_CREDENTIALS),
    )
  })

  it('addUser without options adds an active user of live mode who may read and create accounts', () => {
    const { email, password, ...user } = service.addUser()
    expect([email, password]).toEqual([expect.stringContaining('@'), expect.stringMatching(/./)])
    expect(user).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      permissions: ['accounts:read', 'accounts:create'],
      status: 'active',
      partner: 'partner',
      mode: 'live',
    })
  })

  it('links the next and the last page of a list', async () => {
    for (let count = 0; count < 5; count += 1) service.addAccount()
    const { links } = await clientOf().accounts.list({ page: 2, max_results: 2 })
    expect(links).toEqual({
      parent: { href: '/', title: 'home' },
      self: { href: 'partner-accounts?max_results=2&page=2', title: 'partner-accounts' },
      next: { href: 'partner-accounts?max_results=2&page=3', title: 'next page' },
      last: { href: 'partner-accounts?max_results=2&page=3', title: 'last page' },
    })
  })

  it('lists a created account with no active employees, and with the employees of its request as subscribed', async () => {
    const body = newAccount()
    await clientOf().accounts.create(body)
    const { items } = await clientOf().accounts.list()
    const { employees_quantity: subscription_employees } = body
    expect(items).toMatchObject([{ active_employees: 0, subscription_employees, subscription_face_ids: 0 }])
  })

  it.each([
    ['/tokens', 'OPTIONS, POST'],
    ['/partner-accounts', 'GET, HEAD, OPTIONS, POST'],
    ['/partner-accounts/1', 'GET, HEAD, OPTIONS'],
    ['/events', 'GET, HEAD, OPTIONS'],
  ])('names the methods of %s in Allow', async (path, allow) => {
    for (const [method, status] of [
      ['OPTIONS', 204],
      ['DELETE', 405],
    ] as const) {
      const response = await fetch(baseUrl + path, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
    }
  })

  it.each([
    ['connection-refused', 'ECONNREFUSED', 'connect ECONNREFUSED'],
    ['connection-broken', 'ECONNRESET', 'read ECONNRESET'],
  ] as const)('fails %s with the error of Node’s fetch', async (kind, code, message) => {
    service.failNext({ kind })
    const failed: unknown = await service.fetch(`${baseUrl}/events`).catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: { code, message } })
  })

  it('generates distinct values that are the same in every test with a fixed clock', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    const makeTwo = () => {
      service.reset()
      return [service.addAccount(), service.addAccount()]
    }
    const accounts = makeTwo()
    // An id, an API token and a secret for each account.
    expect(new Set(accounts.flatMap((account) => Object.values(account))).size).toBe(6)
    expect(makeTwo()).toEqual(accounts)
  })

  it('revokeApiToken throws an error for an unknown account', () => {
    expect(() => service.revokeApiToken(service.addAccount()._id)).not.toThrow()
    expect(() => service.revokeApiToken('65f04c1e9b2d3a7f80c1e5a2')).toThrow('There is no account')
  })

  it('fails for the planned operations and times, until stopFailing', async () => {
    const client = clientOf()
    service.failNext({ kind: 'error', status: 503 }, { operation: 'getPartnerAccount', times: 2 })
    service.failNext({ kind: 'error', status: 500 }, { operation: 'getPartnerAccount', times: Infinity })
    const outcomes: unknown[] = []
    const get = () => client.accounts.get('12ABC34501DE35').catch(({ status }: ApiError) => outcomes.push(status))
    for (let count = 0; count < 5; count++) await get()
    await client.accounts.list()
    service.stopFailing()
    await get()
    expect(outcomes).toEqual([503, 503, 500, 500, 500, 404])
  })

  it('requests lists received requests without secrets', async () => {
    const { _id, secret, api_token } = service.addAccount()
    const client = clientOf(undefined, { defaultHeaders: { 'accept-language': 'en' } })
    await client.accounts.get(_id, { secret })
    service.failNext({ kind: 'lost-response' })
    await client.accounts.list({ page: 2 }).catch(() => {})
    const invalidJson = `{"password":"${service.credentials.password}"`
    await fetch(`${baseUrl}/tokens`, { method: 'POST', body: invalidJson })
    expect(service.requests).toMatchObject([
      { operation: 'createToken', body: { email: service.credentials.email, password: '[redacted]' }, status: 200 },
      { operation: 'getPartnerAccount', method: 'GET', path: `/partner-accounts/${_id}`, status: 200 },
      { operation: 'listPartnerAccounts', path: '/partner-accounts?page=2', status: undefined },
      { operation: 'createToken', body: undefined, status: 422 },
    ])
    expect(service.requests[1]!.headers).toMatchObject({
      authorization: 'Bearer [redacted]',
      'accept-language': 'en',
      'x-secret': '[redacted]',
    })
    const shown = JSON.stringify(service.requests)
    for (const hidden of [secret, api_token, service.credentials.password, 'eyJ']) expect(shown).not.toContain(hidden)
  })
})

it('two fake services have separate states and clocks', async () => {
  let now = Date.UTC(2026, 10, 21)
  const one = partnerAccountsService({ baseUrl: 'http://one.example', now: () => now, tokenLifetimeSeconds: 60 })
  const two = partnerAccountsService({ baseUrl: 'http://two.example/' })
  const both = setupServer(...one.handlers, ...two.handlers)
  both.listen({ onUnhandledRequest: 'error' })
  try {
    one.addAccount()
    const client = new PartnerAccounts({ baseUrl: 'http://one.example', ...one.credentials })
    const { items } = await client.accounts.list()
    expect(items[0]?._created).toBe('2026-11-21T00:00:00+00:00')
    now += 60_000
    await client.accounts.list()
    // The second list is rejected with the expired token, and repeated after another sign-in.
    expect(one.requests.map(({ status }) => status)).toEqual([200, 200, 401, 200, 200])
    const other = new PartnerAccounts({ baseUrl: two.baseUrl, ...two.credentials })
    expect((await other.accounts.list()).meta.total).toBe(0)
  } finally {
    both.close()
  }
})
