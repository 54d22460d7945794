import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ErrorCode, PossiblyCreatedError } from '../src/index.ts'
import {
  accountBody,
  BASE_URL,
  brokenConnection,
  CREATED,
  failure,
  json,
  jwt,
  newClient,
  pageOf,
  scriptedApi,
} from './scripted-api.ts'

const api = scriptedApi()
const catchError = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a creation behind a proxy', () => {
  it.each([302, 400, 401, 403, 404, 408, 413, 421, 429, 451, 500])(
    'is possibly created when the response is lost and the retry gets %i from the proxy',
    async (status) => {
      const proxyPage = () => new Response('<h1>proxy</h1>', { status, headers: { 'retry-after': '0' } })
      api.on('POST /partner-accounts', (_request, count) => (count === 1 ? brokenConnection() : proxyPage()))
      const error = await catchError(newClient({ maxRetries: 1 }).accounts.create(accountBody()))

      expect(error).toBeInstanceOf(PossiblyCreatedError)
      expect(error).toMatchObject({ idempotencyKey: expect.stringMatching(/./), cause: { status } })
    },
  )

  it.each([302, 403, 404, 413])('is possibly created when its only response is %i from the proxy', async (status) => {
    api.on('POST /partner-accounts', () => new Response('<h1>proxy</h1>', { status }))
    expect(await catchError(newClient().accounts.create(accountBody()))).toBeInstanceOf(PossiblyCreatedError)
  })

  it.each([413, 422])(
    'fails with ApiError after %i in the envelope of the service, although an earlier response was lost',
    async (status) => {
      api.on('POST /partner-accounts', (_request, count) =>
        count === 1 ? brokenConnection() : failure(status, status),
      )
      expect(await catchError(newClient().accounts.create(accountBody()))).toMatchObject({ name: 'ApiError', status })
    },
  )

  it('is completed by recover with the same body and key', async () => {
    api.on('POST /partner-accounts', (_request, count) => (count <= 2 ? brokenConnection() : json(CREATED)))
    const client = newClient({ maxRetries: 0 })
    const first = (await catchError(client.accounts.create(accountBody()))) as PossiblyCreatedError
    const second = (await catchError(client.accounts.recover(first))) as PossiblyCreatedError

    await expect(client.accounts.recover(second)).resolves.toEqual(CREATED)
    const requests = api.received('POST /partner-accounts')
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(new Set(requests.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('names the cause', async () => {
    api.on('POST /partner-accounts', () => new Response('Bad gateway', { status: 502 }))
    const { message } = (await catchError(newClient({ maxRetries: 0 }).accounts.create(accountBody()))) as Error
    expect(message).toMatch(
      /^The account may exist \(HTTP 502 .+ got Bad gateway\): call accounts\.recover\(error\)\.$/,
    )
  })

  it('is completed by recover of a client that withOptions returned, and of the original client', async () => {
    api.on('POST /partner-accounts', (_request, count) => (count <= 2 ? brokenConnection() : json(CREATED)))
    const client = newClient({ maxRetries: 0 })
    const derived = client.withOptions({ timeoutMs: 5_000 })
    const first = (await catchError(derived.accounts.create(accountBody()))) as PossiblyCreatedError
    const second = (await catchError(client.accounts.recover(first))) as PossiblyCreatedError
    await expect(derived.withOptions({}).accounts.recover(second)).resolves.toEqual(CREATED)
  })

  it('is rejected by recover of another client, and when the program itself constructed the error', async () => {
    api.on('POST /partner-accounts', brokenConnection)
    const unknown = (await catchError(
      newClient({ maxRetries: 0 }).accounts.create(accountBody()),
    )) as PossiblyCreatedError
    const recover = async (error: PossiblyCreatedError) =>
      (await catchError(newClient().accounts.recover(error))) as Error
    const rejection = {
      name: 'UsageError',
      message: 'The error comes from another client: call create with its idempotencyKey instead.',
    }
    expect(await recover(unknown)).toMatchObject(rejection)

    const constructed = new PossiblyCreatedError('unknown', { idempotencyKey: 'key', taxId: '12345678901' })
    expect(await recover(constructed)).toMatchObject(rejection)
    expect(api.received('POST /partner-accounts')).toHaveLength(1)
  })
})

describe('a 200 that does not come from the service', () => {
  const captivePortal = () => json({ ok: true, login: 'https://portal.example' })

  it('fails create, get and list with the address and the expected fields', async () => {
    for (const line of ['POST /partner-accounts', 'GET /partner-accounts', 'GET /partner-accounts/1'])
      api.on(line, captivePortal)
    const { accounts } = newClient()
    const created = (await catchError(accounts.create(accountBody()))) as PossiblyCreatedError

    expect(created).toBeInstanceOf(PossiblyCreatedError)
    expect((created.cause as Error).message).toBe(
      `HTTP 200 from ${BASE_URL}/partner-accounts: expected _id, api_token, secret, got JSON`,
    )
    await expect(accounts.get('1')).rejects.toThrow(
      `HTTP 200 from ${BASE_URL}/partner-accounts/{account_id}: expected _id`,
    )
    await expect(accounts.list()).rejects.toThrow('expected _items, _links, _meta')
    await expect(accounts.list().toArray()).rejects.toThrow(ApiError)
  })

  it('fails a sign-in with the address', async () => {
    api.on('POST /tokens', captivePortal)
    await expect(newClient().accounts.list()).rejects.toThrow(`HTTP 200 from ${BASE_URL}/tokens: expected`)
  })

  it('fails an iteration when a cache returns the same page for every page number', async () => {
    const page = () => json(pageOf([{ _id: '1' }], { isLast: false, total: 2 }))
    api.on('GET /partner-accounts', page)
    await expect(newClient().accounts.list().toArray()).rejects.toThrow('HTTP 200 from')
    expect(api.received('GET').length).toBeLessThan(4)
  })

  it('fails an iteration when a cache returns a later page, so that no account is missed', async () => {
    api.on('GET /partner-accounts', (_request, count) =>
      json(pageOf([{ _id: String(count) }], { page: count === 1 ? 1 : 3, isLast: count > 1, total: 3 })),
    )
    await expect(newClient().accounts.list().toArray()).rejects.toThrow('HTTP 200 from')
  })
})

describe('a 200 with null, or with values that the API never returns', () => {
  const created = (change: object) => json({ ...CREATED, ...change })
  it.each([
    ['null for everything', json({ _id: null, api_token: null, secret: null })],
    ['no secret', created({ secret: undefined })],
    ['a secret that is an object', created({ secret: {} })],
    ['an empty id', created({ _id: '' })],
  ])('fails a creation with PossiblyCreatedError: %s', async (_name, response) => {
    api.on('POST /partner-accounts', () => response)
    expect(await catchError(newClient().accounts.create(accountBody()))).toBeInstanceOf(PossiblyCreatedError)
  })

  it('is no error for a creation whose api_token and secret are null, which the API allows', async () => {
    api.on('POST /partner-accounts', () => created({ api_token: null, secret: null }))
    expect(await newClient().accounts.create(accountBody())).toMatchObject({ api_token: null, secret: null })
  })

  it.each([
    ['_items: null', { ...pageOf([]), _items: null }],
    ['an item that is null', { ...pageOf([]), _items: [null] }],
    ['an item without an id', pageOf([{ name: 'Padaria' }])],
    ['_meta: null', { ...pageOf([]), _meta: null }],
    ['_links: []', { ...pageOf([]), _links: [] }],
    ['another page than requested', pageOf([], { page: 2 })],
  ])('fails list with ApiError: %s', async (_name, body) => {
    api.on('GET /partner-accounts', () => json(body))
    expect(await catchError(newClient().accounts.list())).toMatchObject({ name: ApiError.name, status: 200 })
    expect(await catchError(newClient().accounts.list().toArray())).toMatchObject({ name: ApiError.name, status: 200 })
  })

  it.each([{}, null, 7, '', 'two words'])('fails a sign-in with ApiError: the token %j', async (token) => {
    api.on('POST /tokens', () => json({ token, _id: 'x' }))
    expect(await catchError(newClient().accounts.list())).toMatchObject({ name: ApiError.name, status: 200 })
  })

  it("fails a read by CPF when a cache responds with a company's account", async () => {
    api.on('GET /partner-accounts/:id', () => json({ _id: '1', cnpj: '12ABC34501DE35' }))
    await expect(newClient().accounts.get('52998224725')).rejects.toThrow('expected _id, cnpj')
    api.on('GET /partner-accounts/:id', () => json({ _id: '1', cnpj: null }))
    expect(await newClient().accounts.get('52998224725')).toEqual({ _id: '1', cnpj: null })
  })

  it('fails get with ApiError: an account with another id or CNPJ than requested', async () => {
    const id = '019CBE5338B89B2D3A7F80C1'
    api.on(`GET /partner-accounts/${id}`, (_request, count) =>
      json({ _id: count === 1 ? '019cbe5338b89b2d3a7f80c2' : id.toLowerCase() }),
    )
    expect(await catchError(newClient().accounts.get(id))).toMatchObject({ name: ApiError.name, status: 200 })
    await expect(newClient().accounts.get(id)).resolves.toMatchObject({ _id: id.toLowerCase() })

    api.on('GET /partner-accounts/12abc34501de35', (_request, count) =>
      json({ _id: '1', cnpj: count === 1 ? '12ABC34501DE36' : '12ABC34501DE35' }),
    )
    expect(await catchError(newClient().accounts.get('12abc34501de35'))).toMatchObject({ status: 200 })
    await expect(newClient().accounts.get('12abc34501de35')).resolves.toMatchObject({ _id: '1' })
  })
})

it('a baseUrl without /partners/v1 fails with a message that names it', async () => {
  const fetch = () => Promise.resolve(failure(404, 404))
  const error = (await catchError(newClient({ fetch, baseUrl: 'https://api.example' }).accounts.list())) as Error
  expect(error.message).toContain('baseUrl')
  expect(error.message).toContain('https://api.example')
})

describe('ConnectionError.sent', () => {
  const failingFetch = (cause: object) => () => Promise.reject(new TypeError('fetch failed', { cause }))
  const errorOf = (fetch: typeof globalThis.fetch, token = 'opaque') =>
    catchError(newClient({ fetch, token, maxRetries: 0 }).accounts.get('52998224725'))
  const systemError = (code: string, syscall?: string) =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

  it.each([
    ['EHOSTUNREACH on connect', systemError('EHOSTUNREACH', 'connect')],
    ['ENOTFOUND', systemError('ENOTFOUND', 'getaddrinfo')],
    ['a connect timeout', systemError('UND_ERR_CONNECT_TIMEOUT')],
    ['an expired certificate', systemError('CERT_HAS_EXPIRED')],
    ['a certificate of another host', systemError('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['a self-signed certificate', systemError('DEPTH_ZERO_SELF_SIGNED_CERT')],
    [
      'a failure of every address',
      new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('ETIMEDOUT', 'connect')]),
    ],
    ['Deno’s failure to connect', new Error('client error (Connect): tcp connect error')],
    [
      'the failure to connect of Deno 2.9',
      new Error(`error sending request for url (${BASE_URL}/tokens): client error (Connect): tcp connect error`),
    ],
    ['a port that Node blocks', new Error('bad port')],
  ])('is false after %s', async (_name, cause) => {
    expect(await errorOf(failingFetch(cause))).toMatchObject({ name: 'ConnectionError', sent: false })
  })

  it.each([
    ['EHOSTUNREACH on write', systemError('EHOSTUNREACH', 'write')],
    ['ECONNRESET', systemError('ECONNRESET', 'read')],
    [
      'Deno’s failure to send',
      new Error(`error sending request for url (${BASE_URL}/client%20error%20(Connect)): client error (SendRequest)`),
    ],
    ['a URL that contains "cert"', new Error('error sending request for https://cert.example/')],
    [
      'a failure of two addresses, one of which was connected',
      new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('ECONNRESET', 'read')]),
    ],
  ])('is true after %s', async (_name, cause) => {
    expect(await errorOf(failingFetch(cause))).toMatchObject({ name: 'ConnectionError', sent: true })
  })

  it('is true for a TLS error after a connection was established, so a creation throws PossiblyCreatedError', async () => {
    const broken = Object.assign(new Error('bad record'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })
    const fetch = vi.fn<typeof globalThis.fetch>()
    fetch
      .mockResolvedValueOnce(json({ token: jwt(1), _id: 'x' }))
      .mockRejectedValue(new TypeError('', { cause: broken }))
    const error = await catchError(newClient({ fetch, maxRetries: 0 }).accounts.create(accountBody()))
    expect(error).toBeInstanceOf(PossiblyCreatedError)
  })

  it('comes with a message without the URL, which may contain a CPF', async () => {
    const cause = new Error(`error sending request for url (${BASE_URL}/partner-accounts/52998224725)`)
    const error = (await errorOf(failingFetch(cause))) as Error
    expect(error.message).toContain('error sending request for url ([url])')
    api.on('GET /partner-accounts/52998224725', () => new Response('no /partner-accounts/52998224725', { status: 404 }))
    expect(((await catchError(newClient().accounts.get('52998224725'))) as Error).message).not.toContain('52998224725')
  })
})

it('a token storage that hangs costs two seconds per access and fails no call', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const hang = () => new Promise<never>(() => {})
  const fetch: typeof globalThis.fetch = (url) =>
    Promise.resolve(json((url as string).endsWith('/tokens') ? { token: jwt(1), _id: 'x' } : pageOf([])))
  const list = newClient({ fetch, tokenStorage: { load: hang, save: hang } })
    .accounts.list()
    .toArray()
  // The client loads and saves a token, for two seconds each.
  await vi.advanceTimersByTimeAsync(4_100)
  await expect(Promise.race([list, Promise.resolve('pending')])).resolves.toEqual([])
})

it.each(['beforeRequest', 'afterResponse', 'onRequestError', 'onRetry'])(
  'a hook %s that hangs delays no call beyond its timeout',
  async (hook) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const fetch = () =>
      hook === 'onRequestError' ? Promise.reject(new Error('reset')) : Promise.resolve(failure(503, 503))
    const hooks = { [hook]: () => new Promise<never>(() => {}) }
    const error = catchError(newClient({ fetch, hooks, token: 'opaque', timeoutMs: 1_000 }).accounts.list())
    await vi.advanceTimersByTimeAsync(1_001)
    await expect(Promise.race([error, Promise.resolve('pending')])).resolves.toMatchObject({ name: 'TimeoutError' })
  },
)

it('a sign-in that hangs is repeated before the call times out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let signIns = 0
  const fetch: typeof globalThis.fetch = (url) => {
    if (!(url as string).endsWith('/tokens')) return Promise.resolve(json(pageOf([])))
    signIns += 1
    return signIns === 1 ? new Promise(() => {}) : Promise.resolve(json({ token: jwt(1), _id: 'x' }))
  }
  const list = newClient({ fetch }).accounts.list().toArray()
  // A sign-in times out after 20 seconds, a call after a minute.
  await vi.advanceTimersByTimeAsync(25_000)
  await expect(Promise.race([list, Promise.resolve('pending')])).resolves.toEqual([])
  expect(signIns).toBe(2)
})

describe('a rejected password', () => {
  it('is sent once, however many calls follow', async () => {
    api.on('POST /tokens', () => failure(401, ErrorCode.INVALID_CREDENTIALS))
    const client = newClient()
    for (let call = 0; call < 5; call++) {
      await expect(client.accounts.list()).rejects.toMatchObject({ code: ErrorCode.INVALID_CREDENTIALS })
    }
    await expect(client.withOptions({ maxRetries: 1 }).accounts.list()).rejects.toMatchObject({ status: 401 })
    expect(api.received('POST /tokens')).toHaveLength(1)
  })

  it('is not sent again by background renewals', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    api.on('GET /partner-accounts', () => json(pageOf([])))
    api.on('POST /tokens', (_request, count) =>
      count === 1 ? json({ token: jwt(1), _id: 'x' }) : failure(401, ErrorCode.INVALID_CREDENTIALS),
    )
    const client = newClient()
    await client.accounts.list()
    // In the last minute of its hour, a token is renewed in the background, and a failed renewal is repeated after 5 s.
    vi.setSystemTime(Date.now() + 3_550_000)
    for (let call = 0; call < 4; call++) {
      await client.accounts.list()
      vi.setSystemTime(Date.now() + 6_000)
    }
    expect(api.received('POST /tokens')).toHaveLength(2)
  })
})

describe('Retry-After', () => {
  it('does not use up all retries without a wait when it is 0', async () => {
    api.on('GET /partner-accounts', () => failure(503, 503, { 'retry-after': '0' }))
    const delays: number[] = []
    const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) }
    await catchError(newClient({ hooks, maxRetries: 2 }).accounts.list())
    // Half of the backoff of 500 ms and 1 s is random, and `Math.random` returns 0.
    expect(delays).toEqual([250, 500])
  })

  it('with a date is relative to the Date header of the response', async () => {
    const date = (ms: number) => new Date(Date.UTC(2001, 0, 1) + ms).toUTCString()
    api.on('GET /partner-accounts', () => failure(503, 503, { date: date(0), 'retry-after': date(7_000) }))
    const error = await catchError(newClient({ maxRetries: 0 }).accounts.list())
    expect(error).toMatchObject({ retryAfterMs: 7_000 })
  })
})

it.each([520, 522, 524, 529])('GET is retried after status %i of a proxy', async (status) => {
  api.on('GET /partner-accounts', (_request, count) => (count === 1 ? new Response('', { status }) : json(pageOf([]))))
  await expect(newClient().accounts.list()).resolves.toMatchObject({ items: [] })
})
