import { createContext, runInContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ConnectionError, PartnerAccounts, PartnerAccountsError, redact, UsageError } from '../src/index.ts'
import type * as errors from '../src/errors/errors.ts'
import type { FailedRequest, OutgoingRequest } from '../src/index.ts'
import {
  accountBody,
  BASE_URL,
  brokenConnection,
  CREATED,
  EMAIL,
  failure,
  json,
  newClient,
  pageOf,
  PASSWORD,
  scriptedApi,
} from './scripted-api.ts'

const api = scriptedApi()
/** Another path of the module, so it is loaded a second time. */
const COPY: string = '../src/errors/errors.ts?copy'
afterEach(() => vi.unstubAllGlobals())

describe('headers of a call', () => {
  it('replace defaultHeaders of the same name, for the requests of this call only', async () => {
    api.on('GET /partner-accounts', () => json(pageOf([])))
    const client = newClient({ defaultHeaders: { 'accept-language': 'en', 'x-team': 'a' } })
    await client.accounts.list({}, { headers: { 'x-team': 'b' } })
    await client.accounts.list()

    const sent = api.received('GET').map(({ headers }) => [headers.get('x-team'), headers.get('accept-language')])
    expect(sent).toEqual([
      ['b', 'en'],
      ['a', 'en'],
    ])
  })

  it('do not replace the token or the idempotency key', async () => {
    api.on('POST /partner-accounts', () => json(CREATED))
    const headers = { authorization: 'Bearer other', 'idempotency-key': 'other' }
    await newClient({ token: 'mine' }).accounts.create(accountBody(), { headers, idempotencyKey: 'order-1' })

    const [request] = api.received('POST /partner-accounts')
    expect(request!.headers.get('authorization')).toBe('Bearer mine')
    expect(request!.headers.get('idempotency-key')).toBe('order-1')
  })
})

describe('withOptions', () => {
  it('keeps an option whose change is undefined, and checks hooks', async () => {
    api.on('GET /partner-accounts', () => new Promise(() => {}))
    const derived = newClient({ timeoutMs: 50 }).withOptions({ timeoutMs: undefined })
    await expect(derived.accounts.list()).rejects.toThrow('Timed out after 50 ms')
    const change = { hooks: { afterRequest: () => {} } } as object
    expect(() => derived.withOptions(change)).toThrow('hooks: unknown option afterRequest')
  })

  it('returns a client with other options and the same token', async () => {
    api.on('GET /partner-accounts', () => failure(500, 500))
    const client = newClient({ maxRetries: 1, defaultHeaders: { 'x-team': 'a' } })
    const withoutRetries = client.withOptions({ maxRetries: 0, defaultHeaders: { 'x-team': 'b' } })
    await expect(withoutRetries.accounts.list()).rejects.toMatchObject({ status: 500 })
    await expect(client.accounts.list()).rejects.toMatchObject({ status: 500 })

    expect(api.received('GET').map(({ headers }) => headers.get('x-team'))).toEqual(['b', 'a', 'a'])
    expect(api.received('POST /tokens')).toHaveLength(1)
  })

  it('rejects options that belong to another client', () => {
    const change = { baseUrl: 'https://other.example' } as never
    expect(() => newClient().withOptions(change)).toThrow('withOptions: unknown option baseUrl')
  })
})

describe('onRequestError', () => {
  it('is called with every request that gets no response, and its request id', async () => {
    api.on('GET /partner-accounts', (_request, count) => (count === 1 ? brokenConnection() : json(pageOf([]))))
    const failed: [FailedRequest, OutgoingRequest][] = []
    const hooks = { onRequestError: (...args: [FailedRequest, OutgoingRequest]) => void failed.push(args) }
    await newClient({ hooks }).accounts.list()

    expect(failed).toHaveLength(1)
    const [{ error, requestId, durationMs }, { method, attempt, headers }] = failed[0]!
    expect(error).toBeInstanceOf(ConnectionError)
    expect(durationMs).toBeGreaterThan(0)
    expect([method, attempt, requestId]).toEqual(['GET', 1, headers.get('x-request-id')])
  })
})

it('a page that was awaited is iterable', async () => {
  api.on('GET /partner-accounts', () => json(pageOf([{ _id: '2' }, { _id: '1' }])))
  const ids: string[] = []
  for (const { _id } of await newClient().accounts.list()) ids.push(_id)
  expect(ids).toEqual(['2', '1'])
})

describe('instanceof', () => {
  it('recognizes errors of another copy of the package, by class', async () => {
    vi.resetModules()
    const other = (await import(COPY)) as typeof errors
    const error = new other.ApiError({ status: 404, message: 'Not found.', requestId: undefined })

    expect(other.ApiError).not.toBe(ApiError)
    expect(error instanceof ApiError).toBe(true)
    expect(error instanceof PartnerAccountsError).toBe(true)
    expect(error instanceof UsageError).toBe(false)
    expect(new UsageError('x') instanceof other.UsageError).toBe(true)
  })

  it('distinguishes subclasses, and is false for other values', () => {
    class NotFound extends ApiError {}
    const details = { status: 404, message: 'Not found.', requestId: undefined }

    expect(new NotFound(details) instanceof NotFound).toBe(true)
    expect(new NotFound(details) instanceof ApiError).toBe(true)
    expect(new ApiError(details) instanceof NotFound).toBe(false)
    for (const value of [undefined, null, 7, 'text', {}, new Error('x')]) expect(value instanceof ApiError).toBe(false)
  })
})

describe('a client in a browser', () => {
  const simulateBrowser = () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('process', undefined)
  }

  it('rejects a password unless dangerouslyAllowBrowser is set', () => {
    const options = { baseUrl: BASE_URL, email: EMAIL, password: PASSWORD }
    simulateBrowser()
    expect(() => new PartnerAccounts(options)).toThrow('dangerouslyAllowBrowser')
    expect(() => new PartnerAccounts({ ...options, dangerouslyAllowBrowser: true })).not.toThrow()
    expect(() => new PartnerAccounts({ baseUrl: BASE_URL, token: 'opaque' })).not.toThrow()
  })

  it('accepts a password in jsdom, which runs in Node', () => {
    vi.stubGlobal('document', {})
    expect(() => new PartnerAccounts({ baseUrl: BASE_URL, email: EMAIL, password: PASSWORD })).not.toThrow()
  })
})

describe('redact', () => {
  it('keeps dates, errors, maps and bytes', () => {
    const value = {
      at: new Date(0),
      error: new Error('x'),
      map: new Map([[1, 2]]),
      bytes: new Uint8Array(2),
      secret: 's',
    }
    const copy = redact(value)
    expect(copy).toEqual({ ...value, secret: '[redacted]' })
    for (const key of ['at', 'error', 'map', 'bytes'] as const) expect(copy[key]).toBe(value[key])
  })

  it('survives cycles, and copies an object that occurs twice', () => {
    const token = { token: 't' }
    const value: Record<string, unknown> = { one: token, two: token }
    value['self'] = value
    expect(redact(value)).toEqual({ one: { token: '[redacted]' }, two: { token: '[redacted]' }, self: '[circular]' })
  })

  it('copies objects of another realm and class instances', () => {
    class Row {
      secret = 's'
    }
    const foreign = runInContext('({ secret: "s" })', createContext()) as object
    expect(redact([foreign, new Row()])).toEqual([{ secret: '[redacted]' }, { secret: '[redacted]' }])
  })
})

describe('an invalid option is reported with its name, value and remedy', () => {
  const options = { baseUrl: BASE_URL, email: EMAIL, password: PASSWORD }
  it.each([
    [{ ...options, timeout: 5 }, 'PartnerAccounts: unknown option timeout. Known: baseUrl email'],
    [{ ...options, timeoutMs: '60000' }, 'timeoutMs must be a number > 0 and <= 2147483647, or Infinity, not "60000".'],
    [
      { ...options, baseUrl: 'api.example' },
      'baseUrl must be like https://api.example/partners/v1, not "api.example".',
    ],
    [{ ...options, maxRetries: -1 }, 'maxRetries must be a whole number >= 0, not -1.'],
  ])('%j', (wrong, message) => {
    expect(() => new PartnerAccounts(wrong as never)).toThrow(message)
  })

  it('toArray(10)', async () => {
    await expect(
      newClient()
        .accounts.list()
        .toArray(10 as never),
    ).rejects.toThrow('toArray: options must be an object, not 10.')
  })
})
