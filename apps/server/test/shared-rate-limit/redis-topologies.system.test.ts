import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createIdGenerator } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { createPrivateCa, freePort, type PrivateCa } from '@partner-accounts/local-servers'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openRateLimits } from '../../src/rate-limit/open-rate-limits.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { hasRedis, RedisServer } from './redis-server.ts'

const newId = createIdGenerator()
const LIMIT = 5
/** A fail-over takes a second or two, and an election on a busy machine longer. */
const WAIT = { timeout: 120_000, interval: 100 }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

/** Opens the rate limits of an instance. `count` counts a request of a partner, and returns whether it is admitted. */
async function openInstance(settings: Record<string, string>) {
  const { sharedStore: store } = parseSettings({ RATE_LIMIT_STORE_TIMEOUT_MS: '10000', ...settings })
  const instance = { isDegraded: false, warnings: '' }
  const { makeLimiter, close } = await openRateLimits({
    store,
    sealingKeys: newSealingKeys(),
    logger: pino(
      { level: 'warn' },
      {
        write: (line: string) => {
          instance.warnings += line
        },
      },
    ),
    onDegraded: (degraded) => {
      instance.isDegraded = degraded
    },
  })
  cleanups.push(close)
  const limiter = makeLimiter('partners', { requests: LIMIT, windowSeconds: 60 })
  return Object.assign(instance, { count: async (partner: string) => (await limiter(`partner:${partner}`)).allowed })
}

/** Counts more requests of a partner than its limit on the instances, and returns the number of admitted requests. */
async function countAdmitted(instances: { count: (partner: string) => Promise<boolean> }[], partner = newId()) {
  const counted = await Promise.all(
    Array.from({ length: 4 * LIMIT }, (_, index) => instances[index % instances.length]!.count(partner)),
  )
  return counted.filter((isAllowed) => isAllowed).length
}

async function startRedis(settings: Record<string, string> = {}): Promise<RedisServer> {
  const redis = await RedisServer.create()
  await redis.start(settings)
  cleanups.push(() => redis.kill())
  return redis
}

describe.skipIf(!hasRedis())('Two instances share the limit (requires redis-server)', () => {
  it('over TLS with the private CA of REDIS_CA_FILE, and reject the server without it', async () => {
    const ca: PrivateCa = createPrivateCa()
    cleanups.push(() => ca.remove())
    const port = String(await freePort())
    const tls = { 'tls-port': port, 'tls-cert-file': ca.certificate, 'tls-key-file': ca.key, 'tls-auth-clients': 'no' }
    const redis = await startRedis({ ...tls, 'tls-ca-cert-file': ca.ca })
    const settings = { REDIS_URL: `rediss://:${redis.password}@localhost:${port}` }
    const instances = [
      await openInstance({ ...settings, REDIS_CA_FILE: ca.ca }),
      await openInstance({ ...settings, REDIS_CA_FILE: ca.ca }),
    ]
    expect(await countAdmitted(instances)).toBe(LIMIT)
    expect(instances.map(({ isDegraded }) => isDegraded)).toEqual([false, false])
    expect(await openInstance(settings)).toMatchObject({ isDegraded: true })
  })

  it('in a Redis Cluster, whichever primary has the keys of a partner', async () => {
    const nodes = await startCluster()
    const REDIS_URL = `redis://:${nodes[0]!.password}@127.0.0.1:${nodes[0]!.port},127.0.0.1:${nodes[1]!.port}`
    const open = () => openInstance({ REDIS_URL, REDIS_CLUSTER: 'on' })
    const instances = [await open(), await open()]
    for (let partners = 0; partners < 12; partners++) expect(await countAdmitted(instances)).toBe(LIMIT)
    expect(instances.map(({ isDegraded }) => isDegraded)).toEqual([false, false])
    const keys = await Promise.all(nodes.map((node) => node.withClient((client) => client.dbsize())))
    expect(keys.every((count) => count > 0)).toBe(true)

    await expect(openInstance({ REDIS_URL: nodes[0]!.url() })).rejects.toMatchObject({
      problems: ['REDIS_URL leads to a Redis Cluster: set REDIS_CLUSTER=on'],
    })
  })

  it('in the database of REDIS_URL, and reject a number that the server does not have', async () => {
    const redis = await startRedis({ databases: '4' })
    const open = (number: number) => openInstance({ REDIS_URL: `${redis.url()}/${number}` })
    const instances = [await open(3), await open(3)]
    expect(await countAdmitted(instances)).toBe(LIMIT)
    const keyspace = () => redis.withClient((client) => client.info('keyspace'))
    expect(await keyspace()).toContain('db3:')

    await expect(open(4)).rejects.toMatchObject({
      problems: [
        'REDIS_URL has the number of a database that the server does not have: use a lower one, or raise `databases` in redis.conf',
      ],
    })
    // Only the two instances and this client are connected: the rejected instance has closed its connection.
    const clients = await redis.withClient((client) => client.client('LIST'))
    expect(String(clients).trim().split('\n')).toHaveLength(instances.length + 1)
    expect(await keyspace()).not.toContain('db0:')
  })

  it('before and after sentinels promote another primary', async () => {
    const primary = await startRedis()
    const replica = await startRedis({ replicaof: `127.0.0.1 ${primary.port}` })
    const REDIS_URL = `redis://:${primary.password}@127.0.0.1:${await startSentinel(primary)}`
    const open = () => openInstance({ REDIS_URL, REDIS_SENTINEL: 'limits' })
    const instances = [await open(), await open()]
    expect(await countAdmitted(instances)).toBe(LIMIT)
    expect(instances.map(({ isDegraded }) => isDegraded)).toEqual([false, false])

    await primary.kill()
    await instances[0]!.count(newId())
    await instances[1]!.count(newId())
    await vi.waitFor(async () => {
      expect((await replica.withClient((client) => client.role()))[0]).toBe('master')
      expect(instances.map(({ isDegraded }) => isDegraded)).toEqual([false, false])
    }, WAIT)
    expect(await countAdmitted(instances)).toBe(LIMIT)
  })
})

describe.skipIf(!hasRedis())('An instance with REDIS_SENTINEL (requires redis-server)', () => {
  it.each([
    ['no sentinel responds', 'limits', 'no sentinel of REDIS_URL responds'],
    [
      'the name of the primary is misspelt',
      'limts',
      'the sentinels monitor no primary named limts: correct REDIS_SENTINEL',
    ],
  ])('starts with a warning and counts by itself when %s', async (_title, name, reason) => {
    const primary = await startRedis()
    await startRedis({ replicaof: `127.0.0.1 ${primary.port}` })
    const port = await freePort()
    const start = () => startSentinel(primary, port)
    // With the right name, no sentinel responds until it is started below.
    const isMisspelt = name !== 'limits'
    if (isMisspelt) await start()
    const REDIS_URL = `redis://:${primary.password}@127.0.0.1:${port}`
    const instance = await openInstance({ REDIS_URL, REDIS_SENTINEL: name })
    expect(instance.isDegraded).toBe(true)
    expect(JSON.parse(instance.warnings)).toMatchObject({ level: 40, reason })
    expect(await countAdmitted([instance])).toBe(LIMIT)
    if (isMisspelt) return

    await start()
    await vi.waitFor(() => expect(instance.isDegraded).toBe(false), WAIT)
  })
})

describe('An instance starts with a warning and counts by itself when the store accepts connections but never responds', () => {
  it.each([
    ['a server', (port: string) => ({ REDIS_URL: `redis://:x@127.0.0.1:${port}` })],
    ['a server over TLS', (port: string) => ({ REDIS_URL: `rediss://:x@127.0.0.1:${port}` })],
    ['a cluster', (port: string) => ({ REDIS_URL: `redis://:x@127.0.0.1:${port}`, REDIS_CLUSTER: 'on' })],
    ['sentinels', (port: string) => ({ REDIS_URL: `redis://:x@127.0.0.1:${port}`, REDIS_SENTINEL: 'limits' })],
    [
      'Upstash',
      (port: string) => ({ UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`, UPSTASH_REDIS_REST_TOKEN: 'x' }),
    ],
  ])('%s', async (_title, settings) => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanups.push(() => {
      silent.close()
      for (const socket of sockets) socket.destroy()
    })
    const { port } = silent.address() as AddressInfo
    const instance = await openInstance({ ...settings(String(port)), RATE_LIMIT_STORE_TIMEOUT_MS: '300' })
    expect(instance.isDegraded).toBe(true)
    expect(instance.warnings).toContain('this process counts for itself')
    expect(await countAdmitted([instance])).toBe(LIMIT)
  })
})

/** Starts a cluster of three primaries. */
async function startCluster(): Promise<RedisServer[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-redis-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const nodes: { redis: RedisServer; bus: number }[] = []
  for (const name of ['one', 'two', 'three']) {
    const bus = await freePort()
    const file = path.join(folder, `${name}.conf`)
    const redis = await startRedis({
      'cluster-enabled': 'yes',
      'cluster-config-file': file,
      'cluster-port': String(bus),
    })
    nodes.push({ redis, bus })
  }
  // A cluster has 16,384 slots. Each primary gets a third, from its own first slot to that of the next primary.
  const firstSlots = [0, 5_461, 10_923, 16_384]
  for (const [index, { redis }] of nodes.entries()) {
    await redis.withClient(async (client) => {
      await client.call('CLUSTER', 'ADDSLOTSRANGE', String(firstSlots[index]), String(firstSlots[index + 1]! - 1))
      for (const other of nodes) {
        await client.call('CLUSTER', 'MEET', '127.0.0.1', String(other.redis.port), String(other.bus))
      }
    })
  }
  await vi.waitFor(async () => {
    for (const { redis } of nodes) {
      expect(String(await redis.withClient((client) => client.cluster('INFO')))).toContain('cluster_state:ok')
    }
  }, WAIT)
  return nodes.map(({ redis }) => redis)
}

/** Starts a sentinel that monitors the primary as `limits`, and returns its port once it knows the replica. */
async function startSentinel(primary: RedisServer, port?: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-sentinel-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'sentinel.conf')
  const lines = [
    `sentinel monitor limits 127.0.0.1 ${primary.port} 1`,
    `sentinel auth-pass limits ${primary.password}`,
    // With a shorter time, a primary on a busy machine would seem to be down.
    'sentinel down-after-milliseconds limits 5000',
    'sentinel failover-timeout limits 5000',
  ]
  writeFileSync(file, lines.join('\n'))
  port ??= await freePort()
  const parameters = [file, '--sentinel', '--port', String(port), '--bind', '127.0.0.1']
  const sentinel = spawn('redis-server', parameters, { stdio: 'ignore' })
  const ended = once(sentinel, 'exit')
  cleanups.push(async () => {
    sentinel.kill('SIGKILL')
    await ended
  })
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 100 })
  client.on('error', () => {})
  cleanups.push(() => client.disconnect())
  await vi.waitFor(async () => expect(await client.call('SENTINEL', 'REPLICAS', 'limits')).toHaveLength(1), WAIT)
  return port
}
