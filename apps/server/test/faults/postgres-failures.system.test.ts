import { postgresPrograms } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CreationLoad } from './creation-load.ts'
import { Fleet, type Instance, SERVERS } from './fleet.ts'
import { untilMailsAreSent } from './until-sent.ts'

const programs = postgresPrograms()
/** Timers fire late on a busy machine. */
const TIMER_TOLERANCE_MS = 7_000
const MAX_RESPONSE_MS = 5_000 + TIMER_TOLERANCE_MS
const READINESS_TIMEOUT_MS = 2_000
/** Longer than any request waits, and than `MAX_RESPONSE_MS`: without its timeouts, a request would take this long. */
const HANG_MS = 15_000
const RECOVERY_TIMEOUT_MS = 60_000
/** The default of DATABASE_POOL_SIZE. */
const POOL_SIZE = 10
const NAMED_SERVERS = SERVERS.map((name, index) => [name, index] as const)

describe.skipIf(programs === undefined)('When PostgreSQL fails (requires PostgreSQL)', () => {
  let fleet: Fleet
  let instance: Instance
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    instance = await fleet.start({ SUBSCRIPTION_ACTIVATION: 'immediate' })
  })
  afterAll(() => fleet.stop())

  const untilReady = () =>
    vi.waitFor(async () => expect((await instance.readiness()).status).toBe(200), {
      timeout: RECOVERY_TIMEOUT_MS,
      interval: 50,
    })
  const startLoad = async () => {
    const load = (await CreationLoad.prepare([instance], fleet.database)).start(4)
    await load.untilResponses(200, 20)
    return load
  }

  it.each(NAMED_SERVERS)(
    'because %s is killed under load, requests get 503, no account, redemption or mail is lost or doubled, and the service recovers',
    async (_name, index) => {
      const load = await startLoad()
      const server = fleet.servers[index]!
      await server.kill()
      await load.untilResponses(503, 4)
      // Other partners are served while a worker is down.
      await expect
        .poll(async () => (await instance.readiness()).status, { timeout: MAX_RESPONSE_MS })
        .toBe(server === fleet.postgres ? 503 : 200)
      await server.restart()
      await untilReady()
      await load.untilResponses(200, 20)
      await load.finish()

      load.expectValidResponses()
      expect(load.count(503)).toBeGreaterThan(0)
      expect(load.count(0)).toBe(0)
      await load.expectExactState()
      await load.expectReplays()
      await untilMailsAreSent(fleet.database)
      const stored = await fleet.database.prisma.mail.findMany({ select: { id: true } })
      expect(instance.mails().toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
    },
  )

  // One of the workers is enough.
  it.each(NAMED_SERVERS.slice(0, 2))(
    'because %s hangs for longer than any request waits, every request gets a valid response within 5 s, or 12 s on a busy machine',
    async (_name, index) => {
      const server = fleet.servers[index]!
      const load = await startLoad()
      server.pause()
      const pausedUntil = performance.now() + HANG_MS
      const readiness: { status: number; ms: number }[] = []
      const signIns: number[] = []
      while (performance.now() < pausedUntil) {
        const credentials = JSON.stringify({ email: 'demo@partner.example', password: 'any password' })
        const signIn = fetch(`${instance.baseUrl}/tokens`, { method: 'POST', body: credentials })
        readiness.push(await instance.readiness())
        signIns.push((await signIn).status)
      }
      expect((await fetch(`${instance.origin}/health/live`)).status).toBe(200)
      server.resume()
      await untilReady()
      await load.untilResponses(200, 20)
      await load.finish()

      for (const { ms } of readiness) expect(ms).toBeLessThan(READINESS_TIMEOUT_MS + TIMER_TOLERANCE_MS)
      // While a worker hangs, requests succeed if it does not store their data.
      if (server === fleet.postgres) {
        expect(new Set([...readiness.map(({ status }) => status), ...signIns])).toEqual(new Set([503]))
      }
      expect(Math.max(...load.responses.map(({ ms }) => ms))).toBeLessThan(MAX_RESPONSE_MS)
      expect(load.count(503)).toBeGreaterThan(0)
      load.expectValidResponses()
      await load.expectExactState()
      await load.expectReplays()
      await untilMailsAreSent(fleet.database)
    },
  )

  it('GET /metrics reports open connections, idle connections and waiting requests', async () => {
    const read = async () => {
      const text = await (await fetch(`${instance.origin}/metrics`)).text()
      return ['connections', 'idle_connections', 'waiting_requests'].map((what) =>
        Number(new RegExp(`^database_pool_${what} (\\d+)$`, 'm').exec(text)?.[1]),
      )
    }
    await instance.readiness()
    await vi.waitFor(async () => {
      const [open, idle, waiting] = await read()
      expect(open).toBeGreaterThan(0)
      expect([idle, waiting]).toEqual([open, 0])
    }, 30_000)
    fleet.postgres.pause()
    let isSampled = false
    // Each client sends sign-ins repeatedly, because a sign-in gets 503 after a few seconds.
    const hanging = Array.from({ length: 15 }, async (_, index) => {
      const body = JSON.stringify({ email: `unknown${index}@partner.example`, password: 'any' })
      while (!isSampled) await (await fetch(`${instance.baseUrl}/tokens`, { method: 'POST', body })).text()
    })
    const positive = expect.toSatisfy((count: number) => count > 0)
    try {
      await vi.waitFor(async () => expect(await read()).toEqual([POOL_SIZE, 0, positive]), 60_000)
    } finally {
      isSampled = true
      fleet.postgres.resume()
    }
    await Promise.all(hanging)
  })
})
