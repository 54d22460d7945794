import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PartnerClient, signedInPartner, startTestService, type TestService } from '../harness.ts'

const CLIENTS = 100
const REQUEST_TIMEOUT_MS = 10_000
/** Replaces `REQUEST_TIMEOUT_MS` in these tests. */
const SHORTENED_TIMEOUT_MS = 2_000
/** The service checks timeouts every second. The other 9 s are a margin for a busy machine. */
const DISCONNECT_TIMEOUT_MS = SHORTENED_TIMEOUT_MS + 1_000 + 9_000
const MAX_MEDIAN_MS = 1_000
const HEAD = 'POST /partners/v1/tokens HTTP/1.1\r\nHost: localhost\r\n'
/** Clients that send one piece per second: a header, a byte of a body of known length, or a chunk. */
const KINDS: Record<string, { head: string; piece: string }> = {
  headers: { head: HEAD, piece: 'X: y\r\n' },
  'a body': { head: `${HEAD}Content-Length: 5000\r\n\r\n`, piece: ' ' },
  chunks: { head: `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, piece: '1\r\n \r\n' },
}

const countConnections = (server: TestService['app']['server']) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('A client that does not read its responses', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  it('is disconnected when no data moves for the idle timeout of 60 s', async () => {
    const { server } = service.app
    expect(server.timeout).toBe(60_000)
    // Shortens the timeout for this test.
    server.timeout = 500
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => undefined))
    const request = 'GET /partners/v1/openapi.json HTTP/1.1\r\nHost: l\r\n\r\n'
    // The responses are far larger than the buffers of both ends.
    socket.write(request.repeat(2_000))
    await vi.waitFor(async () => expect(await countConnections(server)).toBe(1), 30_000)
    await vi.waitFor(async () => expect(await countConnections(server)).toBe(0), 30_000)
    socket.destroy()
    await ended
  })
})

describe(`${CLIENTS} slow clients`, () => {
  let service: TestService
  let partner: PartnerClient
  const sockets: Socket[] = []
  beforeAll(async () => {
    service = await startTestService()
    const { server } = service.app
    expect([server.headersTimeout, server.requestTimeout]).toEqual([REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS])
    server.headersTimeout = SHORTENED_TIMEOUT_MS
    server.requestTimeout = SHORTENED_TIMEOUT_MS
    partner = await signedInPartner(service)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await service.stop()
  })

  /** Sends the pieces slowly. Returns the response, and how long the connection stayed open. */
  async function sendSlowly({ head, piece }: { head: string; piece: string }) {
    const started = performance.now()
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), 1_000)
    const response = await text(socket)
    clearInterval(timer)
    return { response, ms: performance.now() - started }
  }

  /** Returns the median duration of fifty requests in milliseconds. */
  async function measureMedian(): Promise<number> {
    const times: number[] = []
    for (let request = 0; request < 50; request++) {
      const started = performance.now()
      expect((await partner.get('/partner-accounts')).status).toBe(200)
      times.push(performance.now() - started)
    }
    return times.sort((one, other) => one - other)[times.length / 2]!
  }

  it.concurrent.each(Object.entries(KINDS))(
    'that send %s slowly get 408 within 12 s, and do not block other requests',
    async (_kind, client) => {
      const { server } = service.app
      const slow = Array.from({ length: CLIENTS }, () => sendSlowly(client))
      await vi.waitFor(async () => expect(await countConnections(server)).toBeGreaterThanOrEqual(CLIENTS), 30_000)
      const medianMs = await measureMedian()
      for (const { response, ms } of await Promise.all(slow)) {
        expect(response).toMatch(/^HTTP\/1\.1 408 /)
        expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ _status: 'ERR', _code: 408 })
        expect(ms).toBeLessThan(DISCONNECT_TIMEOUT_MS)
      }
      expect(medianMs).toBeLessThan(MAX_MEDIAN_MS)
    },
  )
})
