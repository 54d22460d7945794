import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { startHttpServer } from '@partner-accounts/local-servers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openRateLimits } from '../../src/rate-limit/open-rate-limits.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { captureLog } from '../mail/log-capture.ts'
import { type FakeRedis, startFakeRedis } from './fake-redis.ts'

const LIMIT = { requests: 5, windowSeconds: 60 }
const PREFIX = 'partner-accounts:rate-limit:'
const SHARED = 'rate limits are shared with other instances'
const WARNING = 'the shared store of rate limits is unavailable: this process counts for itself'

/** Result of the script: whether the request is allowed, the requests in the window, and the microseconds to wait. */
type Counted = [success: number, taken: number, waitUs: number]

async function openLimits(environment: Record<string, string>) {
  const { logger, lines } = captureLog()
  const changes: boolean[] = []
  const limits = await openRateLimits({
    store: parseSettings({ RATE_LIMIT_STORE_TIMEOUT_MS: '5000', ...environment }).sharedStore,
    sealingKeys: newSealingKeys(),
    logger,
    onDegraded: (isDegraded) => changes.push(isDegraded),
  })
  onTestFinished(() => limits.close())
  return { limits, changes, messages: () => lines.map(({ msg }) => msg) }
}

/** Returns the key, limit, window in microseconds and cost of an `EVALSHA` command, without the script's hash and the nonce. */
const scriptArguments = ([, , , key, limit, windowUs, cost]: readonly string[]) => [key, limit, windowUs, cost]

/** Opens limits on a fake Redis. `state.reply` is what its script returns. */
async function openOnRedis() {
  const state: { reply: Counted | string } = { reply: [1, 1, 60_000_000] }
  const { port, received } = await startFakeRedis(([name]) => {
    if (name !== 'evalsha') return '+OK'
    return typeof state.reply === 'string'
      ? state.reply
      : ['*3', ...state.reply.map((number) => `:${number}`)].join('\r\n')
  })
  const opened = await openLimits({ REDIS_URL: `redis://127.0.0.1:${port}` })
  const scriptCalls = () => received.filter(([name]) => name === 'evalsha')
  const probes = scriptCalls()
  return { ...opened, state, probes, counts: () => scriptCalls().slice(probes.length) }
}

const ALLOWED = { allowed: true, limit: 5, remaining: 4, resetSeconds: 60, store: 'shared' }

it('a shared store is probed with the script that counts, and used if it responds', async () => {
  const { limits, probes, changes, messages } = await openOnRedis()
  expect(probes.map(scriptArguments)).toEqual([[`${PREFIX}probe`, '1', '1000', '1']])
  expect([limits.storeState(), changes, messages()]).toEqual(['shared', [], [SHARED]])
})

it('requests are counted in the shared store by the keys of partners, and by hashes of personal data', async () => {
  const { limits, counts } = await openOnRedis()
  const limiter = limits.makeLimiter('partners', LIMIT)
  expect(await limiter('partner:a')).toEqual(ALLOWED)
  await limiter('network:203.0.113.7', 3)
  await limiter('partner:a', 2, 9)
  await limiter('partner:a', -1)
  const hashed = expect.stringMatching(new RegExp(`^${PREFIX}hmac:[\\w-]{43}$`)) as string
  expect(counts().map(scriptArguments)).toEqual([
    [`${PREFIX}partner:a`, '5', '60000000', '1'],
    [hashed, '5', '60000000', '3'],
    [`${PREFIX}partner:a`, '9', '60000000', '2'],
    [`${PREFIX}partner:a`, '5', '60000000', '-1'],
  ])
  const nonces = counts().map((command) => command.at(-1))
  expect(new Set(nonces).size).toBe(4)
  expect(limits.memoryBytes()).toBeGreaterThan(400)
})

it('resetSeconds is the wait for the next slot, rounded up, or the whole window if it contains no requests', async () => {
  const { limits, state } = await openOnRedis()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = limits.makeLimiter('networks', LIMIT)
  state.reply = [0, 5, 1_000_001]
  expect(await limiter('a')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 2 })
  state.reply = [1, 0, -1]
  expect(await limiter('a', 0)).toMatchObject({ remaining: 5, resetSeconds: 60 })
})

it('each process counts for itself while the shared store fails, with its own limits', async () => {
  const { limits, state, changes, messages } = await openOnRedis()
  state.reply = '-OOM command not allowed'
  const limiter = limits.makeLimiter('partners', { requests: 1, windowSeconds: 60 })
  expect(await limiter('partner:a')).toEqual({ ...ALLOWED, limit: 1, remaining: 0, store: 'process' })
  expect(await limiter('partner:a')).toMatchObject({ allowed: false, store: 'process' })
  expect([limits.storeState(), changes, messages()]).toEqual(['unavailable', [true], [SHARED, WARNING]])
})

it('a Redis Cluster is probed with 16 different keys', async () => {
  const redis: FakeRedis = await startFakeRedis(([name]) => {
    if (name === 'evalsha') return '*3\r\n:1\r\n:1\r\n:1000'
    // All slots are on this server.
    if (name === 'cluster') return `*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:${redis.port}`
    return '+OK'
  })
  const { limits } = await openLimits({ REDIS_URL: `redis://127.0.0.1:${redis.port}`, REDIS_CLUSTER: 'on' })
  const keys = redis.received.filter(([name]) => name === 'evalsha').map(([, , , key]) => key)
  expect(keys).toEqual(Array.from({ length: 16 }, (_, index) => `${PREFIX}probe ${index}`))
  expect(limits.storeState()).toBe('shared')
})

it('without a shared store, each process counts for itself', async () => {
  const { limits, messages } = await openLimits({})
  const limiter = limits.makeLimiter('partners', { requests: 2, windowSeconds: 1 })
  expect(await limiter('a', 1, 3)).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 1, store: 'process' })
  expect(await limiter('a')).toMatchObject({ allowed: true, limit: 2, remaining: 0 })
  expect([limits.storeState(), messages()]).toEqual(['process', []])
})

/** Opens limits on a fake of Upstash's REST interface. `respond` returns the body, or `undefined` to break the connection. */
async function openOnUpstash(respond: (request: IncomingMessage) => object | undefined) {
  const commands: string[][] = []
  const server = await startHttpServer((request, response) => {
    void json(request).then((command) => {
      commands.push(command as string[])
      const body = respond(request)
      if (body) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      else request.socket.destroy()
    })
  })
  onTestFinished(() => server.stop())
  const opened = await openLimits({ UPSTASH_REDIS_REST_URL: server.origin, UPSTASH_REDIS_REST_TOKEN: 'token' })
  return { ...opened, commands }
}

it("Upstash's REST interface receives the token, one command per request, and neither telemetry nor a sync token", async () => {
  const headers: Record<string, unknown>[] = []
  const { limits, commands } = await openOnUpstash((request) => {
    headers.push({ url: request.url, ...request.headers })
    return { result: [1, 1, 60_000_000] }
  })
  const limiter = limits.makeLimiter('partners', LIMIT)
  expect(await Promise.all([limiter('partner:a'), limiter('partner:b')])).toEqual([ALLOWED, ALLOWED])
  expect(commands.map((command) => scriptArguments(command.map(String))[0])).toEqual(
    ['probe', 'partner:a', 'partner:b'].map((key) => `${PREFIX}${key}`),
  )
  for (const received of headers) {
    expect(received).toMatchObject({ url: '/', authorization: 'Bearer token' })
    expect(Object.keys(received).filter((name) => /telemetry|sync/.test(name))).toEqual([])
  }
})

it("a request to Upstash's REST interface is retried once after the connection breaks", async () => {
  let breaks = 1
  const { limits, commands } = await openOnUpstash(() => {
    if (breaks === 0) return { result: [1, 1, 60_000_000] }
    breaks -= 1
    return undefined
  })
  expect([limits.storeState(), commands.length]).toEqual(['shared', 2])
  breaks = 2
  const limiter = limits.makeLimiter('partners', LIMIT)
  expect(await limiter('partner:a')).toMatchObject({ store: 'process' })
  expect([limits.storeState(), commands.length]).toEqual(['unavailable', 4])
})
