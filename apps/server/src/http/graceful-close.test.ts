import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeConnectionsGracefully } from './graceful-close.ts'

/** Shorter than in production, so that the tests do not wait five seconds for unfinished requests. */
const CLOSE_TIMEOUT_MS = 300
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('app.close', () => {
  let app: FastifyInstance
  let respond: (body: string) => void
  const sockets: Socket[] = []
  beforeEach(async () => {
    app = Fastify()
    closeConnectionsGracefully(app, CLOSE_TIMEOUT_MS)
    app.get('/', () => 'immediate')
    app.get(
      '/slow',
      () =>
        new Promise<string>((resolve) => {
          respond = resolve
        }),
    )
    app.post('/', () => 'read')
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await app.close()
  })

  const connectAndSend = async (bytes: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    if (bytes !== '') socket.write(bytes)
    const [served] = await accepted
    await untilRead(served, bytes.length)
    return { socket, served }
  }
  const untilRead = (served: Socket, bytes: number) =>
    vi.waitFor(() => expect(served.bytesRead).toBe(bytes), { interval: 5, timeout: 30_000 })

  // If the service did not close these connections, `app.close()` would never resolve, and the test would time out.
  it.each([
    ['has sent nothing', ''],
    ['has sent half of the headers', 'GET / HTTP/1.1\r\nHost: loc'],
    [
      'has sent half of a body',
      'POST / HTTP/1.1\r\nHost: l\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
    ],
  ])('resolves while a client %s', async (_case, bytes) => {
    await connectAndSend(bytes)
    await app.close()
    expect(app.server.listening).toBe(false)
  })

  it('resolves while a client keeps an idle connection open', async () => {
    const { socket } = await connectAndSend(REQUEST)
    await once(socket, 'data')
    await app.close()
    expect(app.server.listening).toBe(false)
  })

  it('resolves while a client has sent half of a second request', async () => {
    const { socket, served } = await connectAndSend(REQUEST)
    await once(socket, 'data')
    socket.write('GET / HT')
    await untilRead(served, `${REQUEST}GET / HT`.length)
    await app.close()
    expect(app.server.listening).toBe(false)
  })

  it('completes a request in progress with Connection: close before it resolves', async () => {
    const arrived = once(app.server, 'request')
    const { socket } = await connectAndSend('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await arrived
    const received = text(socket)
    const closed = app.close()
    await vi.waitFor(() => expect(app.server.listening).toBe(false), 30_000)
    respond('at last')
    await closed
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*at last$/)
  })
})

it('app.close destroys unused connections after 500 ms, and those of unfinished requests after five seconds', async () => {
  const app = Fastify()
  closeConnectionsGracefully(app)
  app.post('/', () => 'read')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const accept = async (bytes: string) => {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => client.write(bytes))
    client.on('error', () => undefined)
    const [served] = (await once(app.server, 'connection')) as [Socket]
    return served
  }
  const unused = await accept('')
  const arrived = once(app.server, 'request')
  const unfinished = await accept('POST / HTTP/1.1\r\nHost: l\r\nContent-Length: 9\r\n\r\nhalf')
  await arrived
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = app.close()
  while (!app.isDraining()) await new Promise((resolve) => setImmediate(resolve))
  const destroyedAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return [unused.destroyed, unfinished.destroyed]
  }
  expect(destroyedAfter(499)).toEqual([false, false])
  expect(destroyedAfter(1)).toEqual([true, false])
  expect(destroyedAfter(4_499)).toEqual([true, false])
  expect(destroyedAfter(1)).toEqual([true, true])
  await closed
})
