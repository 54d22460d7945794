import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { addPortalUser, list, signIn } from './partner.ts'

const LIMIT = 10

interface TextResponse {
  status: number | undefined
  body: string
}

/** Sends a request from a loopback address, with any headers. */
const requestFrom = (localAddress: string, url: string, headers: Record<string, string> = {}, body?: Buffer) =>
  new Promise<TextResponse>((resolve, reject) => {
    const outgoing = request(url, { method: body ? 'POST' : 'GET', localAddress, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
    outgoing.once('error', reject).end(body)
  })

const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n`

/** Sends raw bytes, and returns the parsed response. */
async function exchange(origin: string, bytes: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1])
  return { status, headers, body: (body.startsWith('{') ? JSON.parse(body) : body) as unknown }
}

const times = <T>(count: number, send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

const countOf = (statuses: readonly (number | undefined)[], status: number) =>
  statuses.filter((each) => each === status).length

describeCluster('two instances in production behind nginx', (programs) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start(programs, {
      environment: {
        RATE_LIMIT_REQUESTS: String(LIMIT),
        RATE_LIMIT_WINDOW_SECONDS: '600',
        // A busy machine may delay Redis for longer than the default, and each instance would count by itself.
        RATE_LIMIT_STORE_TIMEOUT_MS: '10000',
      },
    })
  })
  afterAll(() => cluster.stop())

  const origins = () => cluster.instances.map(({ origin }) => origin)

  it('accept each other’s tokens', async () => {
    const user = await addPortalUser(cluster)
    const [first, second] = origins()
    expect((await list(second!, await signIn(first!, user))).status).toBe(200)
    expect((await list(first!, await signIn(second!, user))).status).toBe(200)
  })

  it('both receive requests', async () => {
    const countHandled = () => cluster.instances.map(({ output }) => output().split('"route":"/health/live"').length)
    const before = countHandled()
    await times(20, () => fetch(`${cluster.origin}/health/live`))
    await vi.waitFor(() => expect(countHandled().every((count, index) => count > before[index]!)).toBe(true), 30_000)
  })

  it('count the requests of a partner together, exactly', async () => {
    const user = await addPortalUser(cluster)
    const token = await signIn(origins()[0]!, user)
    const statuses = (await times(3 * LIMIT, () => list(cluster.origin, token))).map(({ status }) => status)
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([LIMIT, 2 * LIMIT])
  })

  it('count clients without a token by the address that nginx saw, regardless of their X-Forwarded-For', async () => {
    const url = `${cluster.baseUrl}/partner-accounts`
    const sendFrom = (address: string) => (index: number) =>
      requestFrom(address, url, { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.${index}` })
    const first = (await times(2 * LIMIT, sendFrom('127.0.0.2'))).map(({ status }) => status)
    expect([countOf(first, 401), countOf(first, 429)]).toEqual([LIMIT, LIMIT])

    const other = (await times(LIMIT, sendFrom('127.0.0.3'))).map(({ status }) => status)
    expect(countOf(other, 401)).toBe(LIMIT)
  })

  it('serve metrics on METRICS_PORT only, and nginx passes on no spelling of their path', async () => {
    const spellings = [
      '/metrics',
      '/metrics/',
      '/metrics/?x',
      '/metrics?x',
      '//metrics',
      '/./metrics',
      '/%6detrics',
      '/metrics//',
    ]
    for (const path of spellings) {
      const { status, headers } = await exchange(cluster.origin, getRequest(path))
      expect([path, status]).toEqual([path, 404])
      // Every response of the service has this header, so nginx itself responded.
      expect([path, headers]).not.toEqual([path, expect.stringMatching(/^x-request-id:/im)])
    }
    for (const { origin, metricsOrigin } of cluster.instances) {
      const { status, body } = await exchange(origin, getRequest('/metrics'))
      expect({ status, body }).toEqual({ status: 404, body: expect.objectContaining({ _status: 'ERR', _code: 404 }) })
      expect(await (await fetch(`${metricsOrigin}/metrics`)).text()).toContain('http_request_duration_seconds_count')
    }
  })

  const LONG = 'x'.repeat(15_000)
  const errors: [string, string, number][] = [
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: l\r\n: x\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: l\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['TRACE', 'TRACE /partners/v1/tokens HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n', 405],
    ['a target of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: l\r\n\r\n`, 414],
    ['a header of 20 KB', `GET / HTTP/1.1\r\nHost: l\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['headers of 30 KB', `GET / HTTP/1.1\r\nHost: l\r\nX: ${LONG}\r\nY: ${LONG}\r\nConnection: close\r\n\r\n`, 431],
    ['an unknown transfer coding', 'POST / HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: zip\r\n\r\n', 501],
    ['a body of 2 MB', 'POST / HTTP/1.1\r\nHost: l\r\nContent-Length: 2000000\r\nConnection: close\r\n\r\n', 413],
    ['a body with an invalid length', 'POST / HTTP/1.1\r\nHost: l\r\nContent-Length: x\r\n\r\n', 400],
  ]
  it.each(errors)('respond to %s in the envelope', async (_case, bytes, expected) => {
    const { status, headers, body } = await exchange(cluster.origin, bytes)
    expect(status).toBe(expected)
    expect(body).toEqual({
      _status: 'ERR',
      _code: expected,
      _error: { code: expected, message: expect.any(String), ui_message: expect.any(String) },
    })
    expect(headers).toMatch(/^content-type: application\/json/im)
    expect(headers).toMatch(/^cache-control: no-store$/im)
  })

  it('accept headers of 15 KB in one or several lines, as the service does', async () => {
    for (const lines of [
      `X: ${LONG}`,
      Array.from({ length: 30 }, (_, n) => `X-${n}: ${'x'.repeat(490)}`).join('\r\n'),
    ]) {
      const bytes = `GET /health/live HTTP/1.1\r\nHost: l\r\n${lines}\r\nConnection: close\r\n\r\n`
      for (const origin of [cluster.origin, origins()[0]!]) expect((await exchange(origin, bytes)).status).toBe(200)
    }
  })

  it('return 413 in the envelope for too large bodies, whether nginx or the service rejects them', async () => {
    for (const bytes of [100 * 1024, 2 * 1024 * 1024]) {
      const { status, body } = await requestFrom('127.0.0.4', `${cluster.baseUrl}/tokens`, {}, Buffer.alloc(bytes))
      expect([bytes, status]).toEqual([bytes, 413])
      expect(JSON.parse(body)).toMatchObject({ _status: 'ERR', _code: 413, _error: { code: 413 } })
    }
  })

  it('respond with 503 in the envelope and Retry-After when all instances are down, and serve again after they start', async () => {
    for (const instance of cluster.instances) await instance.stop()
    const requests = ['/partners/v1/partner-accounts', '/partners/v1/tokens', '/trpc/x', '/'].flatMap((path) => [
      getRequest(path),
      `POST ${path} HTTP/1.1\r\nHost: l\r\nConnection: close\r\nIdempotency-Key: k\r\nContent-Length: 2\r\n\r\n{}`,
    ])
    for (const bytes of requests) {
      const { status, headers, body } = await exchange(cluster.origin, bytes)
      expect([bytes, status]).toEqual([bytes, 503])
      expect(headers).toMatch(/^retry-after: 5$/im)
      expect(body).toMatchObject({ _status: 'ERR', _code: 503, _error: { code: 503 } })
    }
    for (const instance of cluster.instances) await instance.start()
    await expect.poll(async () => (await fetch(`${cluster.origin}/health/live`)).status).toBe(200)
  })
})
