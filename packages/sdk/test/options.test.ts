import { describe, expect, it, vi } from 'vitest'
import {
  type Fetch,
  type OutgoingRequest,
  PartnerAccounts,
  type TokenStorage,
  UsageError,
  VERSION,
} from '../src/index.ts'
import { BASE_URL, EMAIL, failure, json, newClient, pageOf, PASSWORD, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
/** Stands for a secret, which no error message may contain. */
const SECRET = 'hush'
const CREDENTIALS = { email: EMAIL, password: PASSWORD }
const EMPTY_STORAGE: TokenStorage = { load: () => null, save: () => {} }
/** Creates a client without type checks, as a JavaScript program does. */
const construct = (options: unknown) => new PartnerAccounts(options as never)

describe('a client', () => {
  it.each([
    ['no options', undefined, 'options must be'],
    ['null', null, 'options must be'],
    ['no baseUrl', CREDENTIALS, 'baseUrl must be'],
    ['a baseUrl without a scheme', { ...CREDENTIALS, baseUrl: 'api.example' }, 'baseUrl must be'],
    ['a baseUrl that is a number', { ...CREDENTIALS, baseUrl: 7 }, 'baseUrl must be'],
    ['a baseUrl of another scheme', { ...CREDENTIALS, baseUrl: 'ftp://api.example' }, 'baseUrl must be'],
    ['a baseUrl with a password', { ...CREDENTIALS, baseUrl: `https://a:${SECRET}@api.example` }, 'baseUrl must be'],
    ['a baseUrl with a query', { ...CREDENTIALS, baseUrl: `${BASE_URL}?a=b` }, 'baseUrl must be'],
    ['no credentials', { baseUrl: BASE_URL }, 'Give email and password, or token'],
    ['no password', { baseUrl: BASE_URL, email: EMAIL }, 'Give email and password, or token.'],
    ['an empty password', { baseUrl: BASE_URL, email: EMAIL, password: '' }, 'Give email and password, or token.'],
    [
      'a password that is a number',
      { baseUrl: BASE_URL, email: EMAIL, password: 1234 },
      'Give email and password, or token.',
    ],
    [
      'both a password and a token',
      { baseUrl: BASE_URL, ...CREDENTIALS, token: 'opaque' },
      'Give email and password, or token.',
    ],
    ['a token with a line break', { baseUrl: BASE_URL, token: `${SECRET}\n` }, 'token must be ASCII, without spaces'],
    ['a token that is a number', { baseUrl: BASE_URL, token: 7 }, 'token must be ASCII'],
    [
      'an unknown hook',
      { ...CREDENTIALS, baseUrl: BASE_URL, hooks: { afterRequest: () => {} } },
      'hooks: unknown option afterRequest. Known: beforeRequest afterResponse',
    ],
    ['a hook that is not a function', { ...CREDENTIALS, baseUrl: BASE_URL, hooks: { onWait: 1 } }, 'onWait must be'],
    ['hooks that are null', { ...CREDENTIALS, baseUrl: BASE_URL, hooks: null }, 'hooks: options must be'],
    [
      'a rate limit store without take',
      { ...CREDENTIALS, baseUrl: BASE_URL, rateLimitStore: {} },
      'rateLimitStore must be an object with take',
    ],
    [
      'a token storage without save',
      { ...CREDENTIALS, baseUrl: BASE_URL, tokenStorage: { load: () => null } },
      'tokenStorage must be an object with load, save',
    ],
    [
      'a token storage beside a token',
      { baseUrl: BASE_URL, token: 'opaque', tokenStorage: EMPTY_STORAGE },
      'tokenStorage requires email and password.',
    ],
    ['a fetch that is not a function', { ...CREDENTIALS, baseUrl: BASE_URL, fetch: 'fetch' }, 'fetch must be'],
    [
      'an unknown log level',
      { ...CREDENTIALS, baseUrl: BASE_URL, logLevel: 'loud' },
      'logLevel must be debug, info, warn, error, off, not "loud"',
    ],
    [
      'a header that cannot be sent',
      { ...CREDENTIALS, baseUrl: BASE_URL, defaultHeaders: { a: `${SECRET}\n` } },
      'defaultHeaders must be',
    ],
    ['a timeout of 0', { ...CREDENTIALS, baseUrl: BASE_URL, timeoutMs: 0 }, 'timeoutMs must be'],
    [
      'a timeout above the limit of timers',
      { ...CREDENTIALS, baseUrl: BASE_URL, timeoutMs: 2 ** 31 },
      'timeoutMs must be',
    ],
    ['a timeout that is a string', { ...CREDENTIALS, baseUrl: BASE_URL, timeoutMs: 'a minute' }, 'timeoutMs must be'],
    ['a fractional maxRetries', { ...CREDENTIALS, baseUrl: BASE_URL, maxRetries: 0.5 }, 'maxRetries must be'],
  ])('rejects %s', (_name, options, message) => {
    expect(() => construct(options)).toThrow(UsageError)
    expect(() => construct(options)).toThrow(message)
    expect(() => construct(options)).not.toThrow(SECRET)
  })

  it('passes headers to fetch as a plain object, because fetch may have its own class Headers', async () => {
    let sent: unknown
    const respond: Fetch = (_url, init) => {
      sent = Object.entries(init.headers)
      return Promise.resolve(json(pageOf([])))
    }
    await newClient({ token: 'opaque', fetch: respond }).accounts.list()
    expect(sent).toContainEqual(['authorization', 'Bearer opaque'])
  })

  it.each([BASE_URL, `${BASE_URL}/`, `${BASE_URL}//`, BASE_URL.replace('https', 'HTTPS')])(
    'accepts the base URL %s',
    async (baseUrl) => {
      api.on('GET /partner-accounts', () => json(pageOf([])))
      await newClient({ baseUrl }).accounts.list()
      expect(api.received('GET')).toHaveLength(1)
    },
  )

  it('sends its user agent and the default headers with every request', async () => {
    api.on('GET /partner-accounts', () => json(pageOf([])))
    await newClient({ defaultHeaders: { 'Accept-Language': 'en', traceparent: '00-1' } }).accounts.list()

    for (const { headers } of api.requests) {
      expect(headers.get('user-agent')).toBe(`partner-accounts-sdk/${VERSION}`)
      expect(headers.get('accept')).toBe('application/json')
      expect([headers.get('accept-language'), headers.get('traceparent')]).toEqual(['en', '00-1'])
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,64}$/)
    }
  })
})

describe('a call', () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const calls: [string, (client: any) => PromiseLike<unknown>, string][] = [
    ['create without a body', (client) => client.accounts.create(), 'create takes an object'],
    ['create with a string', (client) => client.accounts.create('{}'), 'create takes an object'],
    ['get without an identifier', (client) => client.accounts.get(), 'get takes'],
    ['get with an empty identifier', (client) => client.accounts.get(''), 'get takes'],
    ['get with .. as the identifier', (client) => client.accounts.get('..'), 'get takes'],
    ['get with a number', (client) => client.accounts.get(52998224725), 'get takes'],
    [
      'get with options in the wrong place',
      (client) => client.accounts.get('1', { timeoutMs: 1 }),
      'get: unknown option timeoutMs. Known: secret.',
    ],
    [
      'get with a secret that cannot be sent',
      (client) => client.accounts.get('1', { secret: 'ação\u0000' }),
      'secret must be',
    ],
    [
      'list with options in the wrong place',
      (client) => client.accounts.list({ signal: AbortSignal.abort() }),
      'list: unknown option signal. Known: page max_results.',
    ],
    ['list with page 0', (client) => client.accounts.list({ page: 0 }), 'page must be a whole number >= 1'],
    [
      'list with a string as max_results',
      (client) => client.accounts.list({ max_results: '10' }),
      'max_results must be',
    ],
    ['toArray with a negative limit', (client) => client.accounts.list().toArray({ limit: -1 }), 'limit must be'],
    [
      'an unknown call option',
      (client) => client.accounts.get('1', {}, { timeout: 1 }),
      'call: unknown option timeout. Known: signal timeoutMs maxRetries headers priority idempotencyKey.',
    ],
    ['null as call options', (client) => client.accounts.get('1', {}, null), 'options must be an object'],
    ['create with null as call options', (client) => client.accounts.create({}, null), 'options must be an object'],
    ['a signal that is not an AbortSignal', (client) => client.accounts.get('1', {}, { signal: {} }), 'signal must be'],
    [
      'a blank idempotency key',
      (client) => client.accounts.create({}, { idempotencyKey: ' ' }),
      'idempotencyKey must be',
    ],
    [
      'an idempotency key that is too long',
      (client) => client.accounts.create({}, { idempotencyKey: 'x'.repeat(256) }),
      'idempotencyKey must be',
    ],
    [
      'an idempotency key that cannot be sent',
      (client) => client.accounts.create({}, { idempotencyKey: 'número\u2028' }),
      'idempotencyKey must be',
    ],
  ]
  it.each(calls)('throws UsageError and sends nothing: %s', async (_name, call, message) => {
    const error = await Promise.resolve()
      .then(() => call(newClient()))
      .catch((error: unknown) => error as Error)

    expect(error).toBeInstanceOf(UsageError)
    expect(error).toHaveProperty('message', expect.stringContaining(message))
    expect(api.requests).toEqual([])
  })

  it('encodes an invalid identifier as one path segment', async () => {
    const paths: string[] = []
    const fetch: typeof globalThis.fetch = (url) => {
      paths.push(new URL(url).pathname)
      return Promise.resolve(failure(422, 113))
    }
    const client = newClient({ fetch, token: 'opaque' })
    for (const id of ['a/b', '12.345.678/0001-95', 'é?x#y', '%2e']) await client.accounts.get(id).catch(() => {})

    expect(paths.map((path) => path.slice('/partners/v1/partner-accounts/'.length))).toEqual([
      'a%2Fb',
      '12.345.678%2F0001-95',
      '%C3%A9%3Fx%23y',
      '%252e',
    ])
  })

  it('uses a global fetch that was replaced after the client was created', async () => {
    const client = newClient({ token: 'opaque' })
    const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(json({ _id: '1' }))
    await client.accounts.get('1')
    expect(spy).toHaveBeenCalledOnce()
    spy.mockRestore()
  })
})

describe('hooks', () => {
  it('receive every request, response and retry, and can add headers', async () => {
    const seen: unknown[] = []
    api.on('GET /partner-accounts', (_request, count) =>
      count === 1 ? failure(503, 503, { 'retry-after': '0' }) : json(pageOf([])),
    )
    const hooks = {
      beforeRequest: (request: OutgoingRequest) => {
        request.headers.set('traceparent', `00-${request.attempt}`)
        seen.push([request.method, request.url.slice(BASE_URL.length), request.attempt])
      },
      afterResponse: ({ status, requestId, durationMs }: { status: number; requestId: string; durationMs: number }) => {
        seen.push([status, typeof requestId, durationMs > 0])
      },
      onRetry: ({ attempt, delayMs, error }: { attempt: number; delayMs: number; error: unknown }) => {
        seen.push([attempt, delayMs, (error as Error).name])
      },
    }
    await newClient({ hooks }).accounts.list()

    expect(seen).toEqual([
      ['POST', '/tokens', 1],
      [200, 'string', true],
      ['GET', '/partner-accounts', 1],
      [503, 'string', true],
      [1, expect.any(Number), 'ApiError'],
      ['GET', '/partner-accounts', 2],
      [200, 'string', true],
    ])
    expect(api.received('GET').map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-2'])
  })

  it('fail the call with their error', async () => {
    api.on('GET /partner-accounts', () => json(pageOf([])))
    const hooks = { afterResponse: () => Promise.reject(new Error('hook')) }
    await expect(newClient({ hooks, token: 'opaque' }).accounts.list()).rejects.toThrow('hook')
  })
})

it('a logger receives messages of its level and above', async () => {
  api.on('GET /partner-accounts', (_request, count) =>
    count % 2 === 1 ? failure(503, 503, { 'retry-after': '0' }) : json(pageOf([])),
  )
  const levels: string[] = []
  const record = (level: string) => () => void levels.push(level)
  const logger = { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') }
  const levelsAt = async (logLevel?: 'debug' | 'info' | 'warn' | 'off') => {
    levels.length = 0
    await newClient({ logger, token: 'opaque', ...(logLevel && { logLevel }) }).accounts.list()
    return [...levels]
  }
  // A debug message for each of the two responses, and an info message for the retry between them.
  expect(await levelsAt('debug')).toEqual(['debug', 'info', 'debug'])
  expect(await levelsAt('info')).toEqual(['info'])
  // The default is `warn`.
  expect(await levelsAt()).toEqual([])
  expect(await levelsAt('off')).toEqual([])
})

it('get returns fields and values that this version of the SDK does not know', async () => {
  const account = { _id: '1', plan: 'new field', active_employees: '12' }
  api.on('GET /partner-accounts/1', () => json(account))
  await expect(newClient().accounts.get('1')).resolves.toEqual(account)
})
