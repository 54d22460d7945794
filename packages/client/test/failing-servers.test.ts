import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort, startHttpServer } from '@partner-accounts/local-servers'
import { fetch as undiciFetch, ProxyAgent } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ApiError, type ClientOptions, createPartnerAccountsClient, TransportError } from '../src/index.ts'

const KEY = 'key-0123456789-0123456789-0123456789'
const COUPON = { code: 'A', percentOff: 20 }
const PAGE = '<html><body>Bad gateway</body></html>'
const UNAVAILABLE = {
  message: 'The service is temporarily unavailable.',
  code: -32005,
  data: { name: 'storage-unavailable', httpStatus: 503, appCode: 503, retryAfterSeconds: 1 },
}

interface Received {
  path: string
  /** Milliseconds since the previous request. */
  pauseMs: number
}

/**
 * Starts a server that calls `respond` for each request, with the number of received requests. Returns a client of that
 * server and what the server received.
 */
async function startServer(
  respond: (response: ServerResponse, request: IncomingMessage, number: number) => void,
  options: Omit<ClientOptions, 'url'> = {},
) {
  const received: Received[] = []
  let previous = performance.now()
  const listener: RequestListener = (request, response) => {
    const time = performance.now()
    received.push({ path: request.url!, pauseMs: time - previous })
    previous = time
    request.resume().on('end', () => respond(response, request, received.length))
  }
  const { origin, stop } = await startHttpServer(listener)
  onTestFinished(stop)
  return { client: createPartnerAccountsClient({ url: `${origin}/trpc`, key: KEY, ...options }), origin, received }
}

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable('expected a rejection'),
    (error: unknown) => error as ApiError,
  )

/** Returns a function that sends a response. */
const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)
const sendError = respondWith(503, JSON.stringify([{ error: UNAVAILABLE }]), { 'content-type': 'application/json' })
const sendCoupon = respondWith(200, JSON.stringify([{ result: { data: COUPON } }]))

describe('The error for a response that is not of the service', () => {
  it.each([
    ['a page of a proxy', 502, PAGE, PAGE],
    ['a page during maintenance', 503, `\n  ${PAGE}`, PAGE],
    ['the JSON of a gateway', 502, '{"message":"no upstream"}', '{"message":"no upstream"}'],
    ['JSON about an `error` of another kind', 500, '{"error":"oops"}', '{"error":"oops"}'],
    ['no body', 504, '', 'nothing'],
    ['a long body', 500, 'x'.repeat(5_000), 'x'.repeat(200)],
    ['a page of a captive portal', 200, PAGE, PAGE],
    ['JSON that may contain secrets', 200, '{"secret":"pas_1"}', 'JSON'],
    ['truncated JSON, which may contain secrets', 200, '[{"result":{"data":{"secret":"pas_1', 'JSON'],
    ['an echo of the key beyond the quoted length', 502, `${'x'.repeat(190)} ${KEY}`, `${'x'.repeat(190)} [redacted`],
    ['an echo of the key', 502, `authorization: Bearer ${KEY}`, 'authorization: Bearer [redacted]'],
  ])('states the status and quotes what is safe: %s', async (_what, status, body, quoted) => {
    const { client, origin } = await startServer(respondWith(status, body), { maxRetries: 0 })
    const error = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(error.message).toBe(`HTTP ${status} from ${origin}, not of this service: ${quoted}`)
    expect([error.data, (error.cause as TransportError).status]).toEqual([undefined, status])
    expect(error.cause).toBeInstanceOf(TransportError)
  })

  it('states the status and quotes the page for a mutation, too', async () => {
    const { client, origin } = await startServer(respondWith(502, PAGE))
    const error = await failureOf(client.internal.coupons.create.mutate(COUPON))
    expect(error.message).toBe(`HTTP 502 from ${origin}, not of this service: ${PAGE}`)
  })
})

describe('Without a response', () => {
  it('the error names the 407 of a proxy, which `fetch` hides', async () => {
    const { client, origin } = await startServer(respondWith(407, PAGE), { maxRetries: 0 })
    const error = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(error.message).toBe(`HTTP 407 from the proxy for ${origin}`)
    expect((error.cause as TransportError).status).toBe(407)
  })

  it.each([407, 502])('the error names the %i of a proxy that rejects the tunnel', async (status) => {
    const proxy = createServer().listen(0, '127.0.0.1')
    proxy.on('connect', (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`))
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const dispatcher = new ProxyAgent(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    vi.stubGlobal('fetch', (url: string, init: object) => undiciFetch(url, { ...init, dispatcher }))
    onTestFinished(() => void vi.unstubAllGlobals())
    const client = createPartnerAccountsClient({ url: 'https://service.example/trpc', maxRetries: 0 })
    const { message } = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(message).toBe(`HTTP ${status} from the proxy for https://service.example`)
  })

  it('the error names the innermost cause of a failed connection', async () => {
    const address = `127.0.0.1:${await freePort()}`
    const client = createPartnerAccountsClient({ url: `http://${address}/trpc`, maxRetries: 0 })
    const error = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(error.message).toBe(`No response from http://${address}: ECONNREFUSED connect ECONNREFUSED ${address}`)
    expect((error.cause as TransportError).status).toBeUndefined()
  })

  it('the error names the cause for all addresses of a host', async () => {
    const url = `http://localhost:${await freePort()}`
    const client = createPartnerAccountsClient({ url: `${url}/trpc`, maxRetries: 0 })
    const { message } = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(message).toMatch(new RegExp(`^No response from ${url}: ECONNREFUSED connect ECONNREFUSED \\S+:\\d+$`))
  })

  it('the error names a connection that broke within the body', async () => {
    const { client, origin } = await startServer(
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('[{"result"')
        setTimeout(() => response.destroy(), 50)
      },
      { maxRetries: 0 },
    )
    const { message } = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(message).toMatch(new RegExp(`^No response from ${origin}: UND_ERR_SOCKET other side closed$`))
  })
})

describe('Queries', () => {
  it.each([408, 429, 502, 503, 504, 520, 529])('are sent again after a %i of a proxy', async (status) => {
    const { client, received } = await startServer((response, request, number) =>
      number === 1 ? respondWith(status, PAGE)(response) : sendCoupon(response),
    )
    expect(await client.internal.coupons.get.query({ code: 'A' })).toEqual(COUPON)
    expect(received).toHaveLength(2)
  })

  it('are sent again after the connection broke', async () => {
    const { client, received } = await startServer((response, request, number) =>
      number === 1 ? void request.socket.destroy() : sendCoupon(response),
    )
    expect(await client.internal.coupons.get.query({ code: 'A' })).toEqual(COUPON)
    expect(received).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 407, 500, 501])('are sent once if the status is %i', async (status) => {
    const { client, received } = await startServer(respondWith(status, PAGE))
    await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(received).toHaveLength(1)
  })

  it('are sent at most three times, with growing pauses', async () => {
    const { client, received } = await startServer(respondWith(502, PAGE))
    await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(received).toHaveLength(3)
    // Half of the 500 ms and of the 1,000 ms, minus the inaccuracy of timers.
    expect(received[1]!.pauseMs).toBeGreaterThan(240)
    expect(received[2]!.pauseMs).toBeGreaterThan(490)
  })

  it('are sent once with `maxRetries: 0`', async () => {
    const { client, received } = await startServer(respondWith(502, PAGE), { maxRetries: 0 })
    await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(received).toHaveLength(1)
  })

  it.each([
    ['the service', sendError],
    ['a proxy', respondWith(503, PAGE, { 'retry-after': '1' })],
    [
      // A date has no milliseconds, so the pause is between one and two seconds.
      'a proxy, as a date',
      (response: ServerResponse) =>
        respondWith(503, PAGE, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() })(response),
    ],
  ])('are sent again after the pause that %s requests', async (_who, fail) => {
    const { client, received } = await startServer((response, request, number) =>
      number === 1 ? fail(response) : sendCoupon(response),
    )
    expect(await client.internal.coupons.get.query({ code: 'A' })).toEqual(COUPON)
    expect(received[1]!.pauseMs).toBeGreaterThan(900)
  })

  it('fail immediately if the requested pause is longer than the timeout', async () => {
    const { client, received } = await startServer(respondWith(503, PAGE, { 'retry-after': '31' }))
    await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(received).toHaveLength(1)
  })

  it('that failed in one batch are sent again in one batch', async () => {
    const { client, received } = await startServer((response, request, number) => {
      if (number === 1) return respondWith(502, PAGE)(response)
      respondWith(200, JSON.stringify(Array(3).fill({ result: { data: COUPON } })))(response)
    })
    const get = () => client.internal.coupons.get.query({ code: 'A' })
    expect(await Promise.all([get(), get(), get()])).toEqual([COUPON, COUPON, COUPON])
    expect(received.map(({ path }) => path.split(',').length)).toEqual([3, 3])
  })

  it('stop waiting for their next attempt when the caller aborts', async () => {
    const { client, received } = await startServer(respondWith(503, PAGE, { 'retry-after': '20' }))
    const aborter = new AbortController()
    const failure = failureOf(client.internal.coupons.get.query({ code: 'A' }, { signal: aborter.signal }))
    await expect.poll(() => received.length).toBe(1)
    const startedAt = performance.now()
    setTimeout(() => aborter.abort(new Error('left')), 200)
    expect((await failure).cause?.message).toBe('left')
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(received).toHaveLength(1)
  })

  it('that time out are not sent again', async () => {
    const { client, received } = await startServer(() => {}, { timeoutMs: 100 })
    const { cause } = await failureOf(client.internal.coupons.get.query({ code: 'A' }))
    expect(cause?.name).toBe('TimeoutError')
    expect(received).toHaveLength(1)
  })
})

it.each([
  ['a page of a proxy', respondWith(502, PAGE)],
  ['an error of the service', respondWith(503, JSON.stringify([{ error: UNAVAILABLE }]))],
  ['no response', (response: ServerResponse) => void response.destroy()],
])('mutations are sent once: %s', async (_what, respond) => {
  const { client, received } = await startServer(respond)
  await failureOf(client.internal.coupons.create.mutate(COUPON))
  expect(received).toHaveLength(1)
})
