import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { type HttpServer, startHttpServer } from '@partner-accounts/local-servers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/public-addresses.ts'
import { startConnectProxy } from './connect-proxy.ts'
import { signWebhook, WebhookSender, type WebhookSenderOptions } from '../../src/webhooks/webhook-sender.ts'

const TIMEOUT_MS = 400

describe('WebhookSender', () => {
  let server: HttpServer
  let base: string
  let requests = 0
  const servedSockets = new WeakSet<Socket>()
  const senders: WebhookSender[] = []
  const retryAfter =
    (header: string): RequestListener =>
    (_request, response) =>
      response.writeHead(503, { 'retry-after': header }).end()
  const routes: Record<string, RequestListener> = {
    '/ok': (_request, response) => response.end('received'),
    '/slow': (_request, response) => void setTimeout(() => response.end(), 20),
    '/hangs': () => {},
    '/drips': (_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    },
    '/long': (_request, response) => response.end('x'.repeat(100_000)),
    '/binary': (_request, response) => response.end(Buffer.alloc(100_000, 0xff)),
    '/metadata': (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    '/redirects': (_request, response) => response.writeHead(307, { location: '/ok' }).end(),
    '/gone': (_request, response) => response.writeHead(410).end('gone'),
    '/retry-after/120': retryAfter('120'),
    '/retry-after/604800': retryAfter('604800'),
    '/retry-after/0': retryAfter('0'),
    '/retry-after/soon': retryAfter('soon'),
    '/in-an-hour': (_request, response) =>
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }).end(),
    '/nowhere': (_request, response) => response.writeHead(301, { location: 'http://[' }).end(),
    '/far': (_request, response) => response.writeHead(301, { location: `/${'x'.repeat(300)}` }).end(),
    '/resets': (request) => request.socket.destroy(),
    '/once-per-connection': (request, response) => {
      if (servedSockets.has(request.socket)) {
        request.socket.destroy()
        return
      }
      servedSockets.add(request.socket)
      response.end()
    },
  }
  beforeAll(async () => {
    server = await startHttpServer((request, response) => {
      requests++
      routes[request.url ?? '']?.(request, response)
    })
    base = server.origin
  })
  afterAll(async () => {
    for (const sender of senders) sender.close()
    await server.stop()
  })

  const createSender = (options: Partial<WebhookSenderOptions> = {}) => {
    const created = new WebhookSender({ ports: [443, 8443], allowLoopback: true, timeoutMs: TIMEOUT_MS, ...options })
    senders.push(created)
    return created
  }
  const targetOf = (url: string) => ({ url, partnerId: 'a partner' })
  const post = (url: string, options?: Partial<WebhookSenderOptions>) =>
    createSender(options).post(targetOf(url), {}, '{}')

  it.each([
    ['/ok', { status: 200, body: 'received' }],
    ['/slow', { status: 200, body: '' }],
    ['/hangs', { error: 'timeout' }],
    ['/drips', { error: 'timeout' }],
    ['/long', { status: 200, body: 'x'.repeat(4096) }],
    // Only 1365 replacement characters of three bytes each fit into 4096 bytes.
    ['/binary', { status: 200, body: '\ufffd'.repeat(1365) }],
    ['/metadata', { status: 302, body: '', error: 'HTTP 302, redirects to http://169.254.169.254/' }],
    ['/redirects', { status: 307, body: '', error: 'HTTP 307, redirects to BASE/ok' }],
    ['/gone', { status: 410, body: 'gone', error: 'HTTP 410' }],
    ['/retry-after/120', { status: 503, body: '', error: 'HTTP 503', retryAfterSeconds: 120 }],
    ['/resets', { error: 'ECONNRESET' }],
  ])('returns the response of %s, or why there is none', async (path, expected) => {
    const before = requests
    const { durationMs, ...response } = await post(`${base}${path}`)
    expect(JSON.parse(JSON.stringify(response).replace(base, 'BASE'))).toEqual(expected)
    expect(durationMs).toBeLessThan(20 * TIMEOUT_MS)
    expect(requests).toBe(before + 1)
  })

  it('limits a Retry-After of 604800 to a day', async () => {
    expect((await post(`${base}/retry-after/604800`)).retryAfterSeconds).toBe(86_400)
  })

  it.each(['0', 'soon'])('ignores a Retry-After of %s', async (header) => {
    expect(await post(`${base}/retry-after/${header}`)).toMatchObject({ status: 503, retryAfterSeconds: undefined })
  })

  it('returns a date in Retry-After as the seconds until then', async () => {
    const { retryAfterSeconds } = await post(`${base}/in-an-hour`)
    // The header has no milliseconds.
    expect(retryAfterSeconds).toBeGreaterThan(3_590)
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600)
  })

  it('describes the target of a redirect with at most 200 characters, also if it is no URL', async () => {
    expect((await post(`${base}/nowhere`)).error).toBe('HTTP 301, redirects to http://[')
    expect((await post(`${base}/far`)).error).toBe(`HTTP 301, redirects to ${base}/${'x'.repeat(199 - base.length)}`)
  })

  it.each<[behavior: string, head: string, error: string]>([
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'HTTP 101',
    ],
    [
      'changes the protocol after an informational response',
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'HTTP 101',
    ],
    ['claims to upgrade without a protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'HTTP 101'],
    ['sends only an informational response', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'timeout'],
    ['never completes the head', 'HTTP/1.1 200 OK\r\nX-Endless: ', 'timeout'],
    ['announces more than it sends', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1', 'timeout'],
    [
      'never sends its trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n1\r\nx\r\n0\r\n',
      'timeout',
    ],
    ['sends nothing', '', 'timeout'],
  ])('closes the connection to an endpoint that %s, and returns an error', async (_behavior, head, error) => {
    const sockets: Socket[] = []
    const endpoint = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      socket.once('data', () => socket.write(head))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void endpoint.close())
    await once(endpoint, 'listening')
    const { port } = endpoint.address() as AddressInfo
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error })
    await vi.waitFor(() => expect(sockets.map(({ readyState }) => readyState)).not.toContain('open'))
  })

  /** Posts 20 requests in parallel to a new endpoint. Returns the endpoint's open connections. */
  const postInParallel = async (sender: WebhookSender) => {
    const openSockets = new Set<Socket>()
    const endpoint = createServer((_request, response) => void setTimeout(() => response.end(), 20))
    onTestFinished(() => endpoint.closeAllConnections())
    onTestFinished(() => void endpoint.close())
    endpoint.on('connection', (socket) => {
      openSockets.add(socket)
      socket.on('close', () => openSockets.delete(socket))
    })
    endpoint.keepAliveTimeout = 60_000
    endpoint.listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const { port } = endpoint.address() as AddressInfo
    const target = targetOf(`http://127.0.0.1:${port}/`)
    await Promise.all(Array.from({ length: 20 }, () => sender.post(target, {}, '{}')))
    return openSockets
  }

  it('keeps four idle connections per endpoint', async () => {
    const openSockets = await postInParallel(createSender({ timeoutMs: 30_000, idleTimeoutMs: 60_000 }))
    await vi.waitFor(() => expect(openSockets.size).toBe(4))
  })

  it('closes idle connections after a timeout', async () => {
    const openSockets = await postInParallel(createSender({ timeoutMs: 30_000, idleTimeoutMs: 300 }))
    await vi.waitFor(() => expect(openSockets.size).toBe(0))
  })

  it('sends a request again on a new connection when the server closes a kept connection', async () => {
    const before = requests
    const sender = createSender({ timeoutMs: 30_000 })
    for (let times = 0; times < 2; times++)
      expect(await sender.post(targetOf(`${base}/once-per-connection`), {}, '{}')).toMatchObject({ status: 200 })
    // The server receives the second request twice: on the connection that it closes, and on a new one.
    expect(requests).toBe(before + 3)
  })

  it.each([
    'https://127.0.0.1:8443/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://93.184.216.34:22/',
    'http://93.184.216.34/',
  ])('connects in production only to public addresses over HTTPS, not to %s', async (url) => {
    expect(await post(url, { allowLoopback: false })).toMatchObject({ error: 'EADDRNOTALLOWED' })
  })

  it('looks a name up only once, so that a later address cannot replace the checked address', async () => {
    // A second lookup would return a public address.
    const addresses = ['127.0.0.1', '93.184.216.34']
    let lookups = 0
    const resolve = () => {
      lookups += 1
      return Promise.resolve([{ address: addresses.shift()!, family: 4 }])
    }
    const before = requests
    const url = `https://rebinding.example:${new URL(base).port}/ok`
    const ports = [Number(new URL(base).port)]
    const options = { allowLoopback: false, ports, resolver: { resolve } }
    // A name with a private address fails like an unknown name.
    expect(await post(url, options)).toMatchObject({ error: 'ENOTFOUND' })
    expect(lookups).toBe(1)
    expect(requests).toBe(before)
  })

  it('never asks a proxy for a tunnel to an address that is not public', async () => {
    const proxy = await startConnectProxy()
    onTestFinished(() => void proxy.close())
    const resolver = { resolve: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]) }
    const options = { allowLoopback: false, resolver, proxyUrl: `http://${proxy.authority}` }
    for (const url of ['https://10.1.2.3/', 'https://[::1]/'])
      expect(await post(url, options)).toMatchObject({ error: 'EADDRNOTALLOWED' })
    expect(await post('https://private.example/', options)).toMatchObject({ error: 'ENOTFOUND' })
    expect(proxy.requests).toEqual([])
  })

  it('names the proxy in errors of the proxy', async () => {
    const proxy = await startConnectProxy(407)
    const proxyUrl = `http://${proxy.authority}`
    expect(await post('https://[::1]:8443/', { proxyUrl })).toMatchObject({ error: 'proxy: HTTP 407' })
    expect(proxy.requests).toEqual([{ target: '[::1]:8443' }])
    proxy.close()
    expect(await post('https://localhost/', { proxyUrl })).toMatchObject({ error: 'proxy: ECONNREFUSED' })
  })

  it('closes the connection to a proxy that never responds after the timeout', async () => {
    const hanging = createTcpServer().listen(0, '127.0.0.1')
    onTestFinished(() => void hanging.close())
    await once(hanging, 'listening')
    const { port } = hanging.address() as AddressInfo
    const untilClosed = async () => {
      const [socket] = (await once(hanging, 'connection')) as [Socket]
      await once(socket.resume(), 'close')
    }
    const closed = untilClosed()
    expect(await post('https://localhost/', { proxyUrl: `http://127.0.0.1:${port}` })).toMatchObject({
      error: 'timeout',
    })
    await closed
  })

  it.each([
    '0.0.0.0',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    'fe80::1',
    'fd00::1',
    '::',
    '::ffff:169.254.169.254',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    'not an address',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

it('signWebhook creates signatures that the package standardwebhooks verifies with each of two secrets', () => {
  const secrets = [7, 8].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`)
  const body = JSON.stringify({ type: 'account.created', data: { name: 'Padaria São João' } })
  const headers = signWebhook('65f04c1e9b2d3a7f80c1e5a2', Math.floor(Date.now() / 1000), body, secrets)
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secrets[0]!).verify(body.replace('João', 'Jose'), headers)).toThrow('No matching signature')
})
