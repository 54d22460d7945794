import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { freePort, postgresPrograms } from '@partner-accounts/local-servers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Fleet, type Instance } from './faults/fleet.ts'
import { accountBody, addPortalUser, signIn } from './harness.ts'
import { scrape } from './observation/scrape.ts'

const programs = postgresPrograms()
const SHORT_DRAIN_SECONDS = 3
/** Long enough for a busy machine, which may take seconds to notice the drain. */
const LONG_DRAIN_SECONDS = 12
/** The service ends at most 8 s after the drain. The other 10 s are a margin for a busy machine. */
const stopTimeoutMs = (drainSeconds: number) => (drainSeconds + 8 + 10) * 1000

/** The outcome of a request under load. */
interface Outcome {
  /** When the request was sent, on the clock of `performance.now`. */
  sentAt: number
  /** 0 if the connection broke before a response. */
  status: number
  /** The reason why the connection broke. */
  error: string | undefined
  hasConnectionClose: boolean
}

describe.skipIf(programs === undefined)('Shutdown of the service (requires PostgreSQL)', () => {
  let fleet: Fleet
  let instance: Instance
  let token: string
  const sockets: Socket[] = []
  const start = async (drainSeconds = SHORT_DRAIN_SECONDS) => {
    instance = await fleet.start({ SHUTDOWN_DRAIN_SECONDS: String(drainSeconds) })
    token = await signIn(instance, await addPortalUser(fleet))
  }
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    return () => fleet.stop()
  })
  afterEach(() => {
    fleet.postgres.resume()
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const agent = new Agent({ keepAlive: true })
  const send = (method: string, body?: object) =>
    new Promise<Outcome>((resolve) => {
      const sentAt = performance.now()
      const headers = { authorization: `Bearer ${token}` }
      const request = httpRequest(`${instance.baseUrl}/partner-accounts`, { agent, method, headers }, (response) => {
        const hasConnectionClose = response.headers.connection === 'close'
        const end = (error?: string) => resolve({ sentAt, status: response.statusCode ?? 0, error, hasConnectionClose })
        response.on('end', () => end(response.complete ? undefined : 'cut off')).on('error', () => end('cut off'))
        response.resume()
      })
      request.on('error', ({ code }: NodeJS.ErrnoException) =>
        resolve({ sentAt, status: 0, error: code, hasConnectionClose: false }),
      )
      request.end(body && JSON.stringify(body))
    })
  const connectAndSend = async (bytes: string) => {
    const socket = connect(Number(new URL(instance.origin).port), '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(bytes)
  }
  /** Sends the signal, and returns the time on the clock of `performance.now`. */
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    instance.service.process.kill(signal)
    return performance.now()
  }
  const expectEnd = async (stoppedAt: number, timeoutMs: number) => {
    expect(await instance.service.ended).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(timeoutMs)
  }

  it('SIGTERM makes the service not ready immediately, lets it serve every request for the drain time, and ends it with exit code 0', async () => {
    await start(LONG_DRAIN_SECONDS)
    const outcomes: Outcome[] = []
    let stopping = false
    const load = Array.from({ length: 8 }, async (_, worker) => {
      while (!stopping) outcomes.push(await (worker % 2 === 0 ? send('GET') : send('POST', accountBody())))
    })
    await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(50), 30_000)
    const stoppedAt = stop()
    // Without the drain, readiness would never be 503: the port would close immediately.
    await vi.waitFor(async () => expect((await instance.readiness()).status).toBe(503), {
      timeout: 30_000,
      interval: 5,
    })
    const drainedFrom = performance.now()
    await instance.service.ended
    stopping = true
    await Promise.all(load)
    await expectEnd(stoppedAt, stopTimeoutMs(LONG_DRAIN_SECONDS))

    const before = outcomes.filter(({ sentAt }) => sentAt < stoppedAt)
    expect(before.filter(({ status }) => status !== 200)).toEqual([])
    // During the drain every request succeeds with `Connection: close`. Only the first half of the drain is checked,
    // because a busy machine may accept connections of the second half after the drain.
    const halfDrainMs = (LONG_DRAIN_SECONDS / 2) * 1000
    const drained = outcomes.filter(({ sentAt }) => sentAt > drainedFrom && sentAt < stoppedAt + halfDrainMs)
    expect(drained.length).toBeGreaterThan(0)
    expect(drained.filter(({ status, hasConnectionClose }) => status !== 200 || !hasConnectionClose)).toEqual([])
    // Requests after the drain either succeed or cannot connect.
    const failures = outcomes.filter(({ status, error }) => status !== 200 || error !== undefined)
    expect(failures.filter(({ error }) => error !== 'ECONNREFUSED' && error !== 'ECONNRESET')).toEqual([])
  })

  it('SIGTERM ends the service in time while clients are silent, slow or never finish a request', async () => {
    await start()
    const head = `POST /partners/v1/partner-accounts HTTP/1.1\r\nHost: l\r\nAuthorization: Bearer ${token}\r\n`
    for (const bytes of ['', 'GET / HT', head, `${head}Content-Length: 99\r\n\r\n{`]) await connectAndSend(bytes)
    await expectEnd(stop(), stopTimeoutMs(SHORT_DRAIN_SECONDS))
  })

  it('SIGINT ends the service in time while the database hangs, and waiting requests get 503', async () => {
    await start()
    fleet.postgres.pause()
    const waiting: Promise<Outcome>[] = []
    // Each poll sends two more requests, because earlier ones get 503 after a few seconds.
    const sendAndCountInProgress = async () => {
      waiting.push(send('GET'), send('POST', accountBody()))
      return (await scrape(instance.origin)).get('http_requests_in_progress')
    }
    // At least two requests, and the scrape itself.
    await expect.poll(sendAndCountInProgress, { interval: 500 }).toBeGreaterThanOrEqual(3)
    const stoppedAt = stop('SIGINT')
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(503)
    await expectEnd(stoppedAt, stopTimeoutMs(SHORT_DRAIN_SECONDS))
  })

  it('further SIGTERMs do not cut the drain short, but a SIGINT then ends the service immediately with exit code 1', async () => {
    await start(LONG_DRAIN_SECONDS)
    stop()
    await vi.waitFor(() => expect(instance.service.output()).toContain('"stopping"'), 30_000)
    stop()
    await vi.waitFor(async () => expect((await instance.readiness()).status).toBe(503), 30_000)
    stop()
    expect((await send('GET')).status).toBe(200)
    const interruptedAt = stop('SIGINT')
    expect(await instance.service.ended).toBe(1)
    expect(performance.now() - interruptedAt).toBeLessThan(LONG_DRAIN_SECONDS * 1000)
  })

  it('SIGUSR1 opens no debugger in production', async () => {
    instance = await fleet.start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      METRICS_PORT: String(await freePort()),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'no-reply@partner.example',
    })
    instance.service.process.kill('SIGUSR1')
    await vi.waitFor(() => expect(instance.service.output()).toContain('SIGUSR1 is ignored'), 30_000)
    expect(instance.service.output()).not.toContain('Debugger listening')
    stop('SIGKILL')
    await instance.service.ended
  })
})
