import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ConnectionError, ErrorCode, PossiblyCreatedError, TimeoutError } from '../src/index.ts'
import { accountBody, brokenConnection, CREATED, failure, json, newClient, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
const keys = () => api.received('POST /partner-accounts').map(({ headers }) => headers.get('idempotency-key'))
const catchError = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

describe('create', () => {
  it('sends the body unchanged and returns the response unchanged', async () => {
    api.on('POST /partner-accounts', () => json({ ...CREATED, later_field: { nested: 1 } }))
    const body = accountBody()

    await expect(newClient().accounts.create(body)).resolves.toEqual({ ...CREATED, later_field: { nested: 1 } })
    const [request] = api.received('POST /partner-accounts')
    expect(request!.body).toEqual(body)
    expect(request!.headers.get('content-type')).toBe('application/json')
  })

  it('sends each body as it was when the call was made, however many calls a loop makes', async () => {
    api.on('POST /partner-accounts', () => json(CREATED))
    const client = newClient()
    const body = accountBody()
    const emails = Array.from({ length: 300 }, (_none, number) => `maria.${number}@estrela.example`)
    const calls = emails.map((email) => {
      body.email = email
      return client.accounts.create(body)
    })
    await Promise.all(calls)
    const received = api.received('POST /partner-accounts').map((request) => (request.body as typeof body).email)
    expect(received.toSorted()).toEqual(emails.toSorted())
  })

  it('sends a new idempotency key for each call, or the given one', async () => {
    api.on('POST /partner-accounts', () => json(CREATED))
    const client = newClient()
    await client.accounts.create(accountBody())
    await client.accounts.create(accountBody())
    await client.accounts.create(accountBody(), { idempotencyKey: 'order-4711' })

    expect(new Set(keys()).size).toBe(3)
    expect(keys()[0]).toMatch(/^[\w-]{20,}$/)
    expect(keys()[2]).toBe('order-4711')
  })

  it('retries a lost response with the same key and returns the secret', async () => {
    api.on('POST /partner-accounts', (_request, count) => (count === 1 ? brokenConnection() : json(CREATED)))

    await expect(newClient().accounts.create(accountBody())).resolves.toEqual(CREATED)
    expect(keys()).toHaveLength(2)
    expect(keys()[0]).toBe(keys()[1])
  })

  it('keeps its key when the token is rejected and replaced', async () => {
    api.on('POST /partner-accounts', (_request, count) => (count === 1 ? failure(401, 9) : json(CREATED)))
    await newClient().accounts.create(accountBody())

    expect(keys()[0]).toBe(keys()[1])
  })

  it('withResponse returns the status, the headers and the request id', async () => {
    api.on('POST /partner-accounts', () => json(CREATED, 200, { 'x-request-id': 'r-1' }))

    const { data, status, headers, requestId } = await newClient().accounts.create(accountBody()).withResponse()
    expect([data, status, requestId]).toEqual([CREATED, 200, 'r-1'])
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('withResponse rejects without an unhandled rejection of the call itself', async () => {
    api.on('POST /partner-accounts', () => failure(403, 666))
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)

    await expect(newClient().accounts.create(accountBody()).withResponse()).rejects.toMatchObject({ code: 666 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('create with an unknown outcome', () => {
  /** Creates an account with one attempt for each response. Returns the error. */
  const failCreate = async (...responders: (() => Response)[]) => {
    api.on('POST /partner-accounts', (_request, count) => responders[Math.min(count, responders.length) - 1]!())
    return catchError(newClient().accounts.create(accountBody(), { maxRetries: responders.length - 1 }))
  }

  it.each([
    ['a broken connection', [brokenConnection]],
    ['500', [() => failure(500, 500)]],
    ['502 of a proxy', [() => new Response('<h1>Bad gateway</h1>', { status: 502 })]],
    ['503', [() => failure(503, 503)]],
    ['504', [() => new Response('', { status: 504 })]],
    ['409 while another request with the key is in progress', [() => failure(409, 409)]],
    ['200 with a body that cannot be parsed', [() => new Response('{"_id": "01', { status: 200 })]],
    ['a broken connection and then the rate limit', [brokenConnection, () => failure(429, 429)]],
    ['a broken connection and then a missing permission', [brokenConnection, () => failure(403, 666)]],
  ])('throws PossiblyCreatedError with key and tax ID after %s', async (_name, responders) => {
    const error = (await failCreate(...responders)) as PossiblyCreatedError

    expect(error).toBeInstanceOf(PossiblyCreatedError)
    expect(error.idempotencyKey).toBe(keys()[0])
    expect(error.taxId).toBe('12ABC34501DE35')
    expect(error.requestId).toBe(api.received('POST /partner-accounts').at(-1)!.headers.get('x-request-id'))
    expect(error.cause).toSatisfy((cause) => cause instanceof ApiError || cause instanceof ConnectionError)
  })

  it.each([
    ['an e-mail that is taken', [() => failure(422, 88)], 422],
    ['a missing permission', [() => failure(403, 666)], 403],
    ['the rate limit', [() => failure(429, 429)], 429],
    [
      'a broken connection and then an e-mail that is taken, under the same key',
      [brokenConnection, () => failure(422, 88)],
      422,
    ],
  ])('throws ApiError after %s', async (_name, responders, status) => {
    expect(await failCreate(...responders)).toMatchObject({ name: 'ApiError', status })
  })

  it('throws ConnectionError when no connection was established', async () => {
    const fetch = () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
      )
    const error = await catchError(newClient({ token: 'opaque', fetch, maxRetries: 0 }).accounts.create(accountBody()))

    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      sent: false,
      message: 'https://api.example could not be reached: ECONNREFUSED connect',
    })
  })

  it('throws the error of a failed sign-in', async () => {
    api.on('POST /tokens', () => failure(401, 1418))
    expect(await catchError(newClient().accounts.create(accountBody()))).toMatchObject({
      code: ErrorCode.INVALID_CREDENTIALS,
    })

    api.on('POST /tokens', brokenConnection)
    expect(await catchError(newClient({ maxRetries: 0 }).accounts.create(accountBody()))).toBeInstanceOf(
      ConnectionError,
    )
  })

  it("throws PossiblyCreatedError with the timeout or the caller's reason as cause after the request was sent", async () => {
    api.on('POST /partner-accounts', () => new Promise<Response>(() => {}))
    const client = newClient({ token: 'opaque' })
    const late = (await catchError(client.accounts.create(accountBody(), { timeoutMs: 1_000 }))) as PossiblyCreatedError
    expect(late).toBeInstanceOf(PossiblyCreatedError)
    expect(late.cause).toBeInstanceOf(TimeoutError)

    const reason = new Error('changed my mind')
    const controller = new AbortController()
    const call = catchError(client.accounts.create(accountBody(), { signal: controller.signal }))
    await vi.waitFor(() => expect(api.received('POST /partner-accounts')).toHaveLength(2), 30_000)
    controller.abort(reason)
    expect(await call).toMatchObject({ name: 'PossiblyCreatedError', cause: reason })
  })

  it("throws the caller's reason or the hook's error before the request is sent", async () => {
    const signal = AbortSignal.abort(new Error('no'))
    expect(await catchError(newClient().accounts.create(accountBody(), { signal }))).toMatchObject({ message: 'no' })
    const hooks = { beforeRequest: () => Promise.reject(new Error('hook')) }
    expect(await catchError(newClient({ token: 'opaque', hooks }).accounts.create(accountBody()))).toMatchObject({
      message: 'hook',
    })
    expect(api.received('POST /partner-accounts')).toEqual([])
  })

  it('returns the account when it is repeated with the key', async () => {
    api.on('POST /partner-accounts', (_request, count) => (count === 1 ? brokenConnection() : json(CREATED)))
    const client = newClient({ maxRetries: 0 })
    const body = accountBody()
    const error = (await catchError(client.accounts.create(body))) as PossiblyCreatedError

    const { idempotencyKey } = error
    await expect(client.accounts.create(body, { idempotencyKey })).resolves.toEqual(CREATED)
    expect(keys()[0]).toBe(keys()[1])
  })
})
