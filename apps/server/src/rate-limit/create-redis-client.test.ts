import { Cluster, Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { createRedisClient } from './create-redis-client.ts'

const LOCATION = { ca: undefined, isCluster: false, sentinel: undefined, timeoutMs: 300 }

/** Clients connect on demand, so none connects here. */
function optionsOf(location: Parameters<typeof createRedisClient>[0]) {
  const client = createRedisClient(location)
  onTestFinished(() => client.disconnect())
  if (!(client instanceof Redis)) throw new Error('expected a single server')
  return client.options
}

it.each([
  ['redis://cache.example', { host: 'cache.example', port: 6379 }],
  ['rediss://cache.example:7000', { host: 'cache.example', port: 7000, tls: {} }],
  ['redis://[::1]', { host: '::1', port: 6379 }],
  ['redis://cache.example/2?family=6', { db: 2, family: 6 }],
])('connects to the server of %s', (redisUrl, expected) => {
  expect(optionsOf({ ...LOCATION, redisUrl })).toMatchObject(expected)
})

it('connects to the default port of sentinels', () => {
  const sentinel = { name: 'main', password: undefined }
  const { sentinels, name } = optionsOf({ ...LOCATION, redisUrl: 'redis://one.example,two.example:7000', sentinel })
  expect(name).toBe('main')
  expect(sentinels).toEqual([
    { host: 'one.example', port: 26_379 },
    { host: 'two.example', port: 7000 },
  ])
})

it('passes the private authority for TLS, and signs in to sentinels with their own password', () => {
  const sentinel = { name: 'main', password: 'secret' }
  const options = optionsOf({ ...LOCATION, redisUrl: 'rediss://:other@one.example', ca: 'PEM', sentinel })
  const tls = { ca: 'PEM' }
  expect(options).toMatchObject({ tls, sentinelTLS: tls, enableTLSForSentinelMode: true })
  expect(options).toMatchObject({ password: 'other', sentinelPassword: 'secret' })
})

it('connects to all nodes of a cluster', () => {
  const redisUrl = 'redis://ana:secret@one.example,two.example:7000'
  const client = createRedisClient({ ...LOCATION, redisUrl, isCluster: true })
  onTestFinished(() => client.disconnect())
  if (!(client instanceof Cluster)) throw new Error('expected a cluster')
  expect(client.options.redisOptions).toMatchObject({ username: 'ana', password: 'secret', commandTimeout: 300 })
  expect((client as unknown as { startupNodes: object[] }).startupNodes).toEqual([
    { host: 'one.example', port: 6379 },
    { host: 'two.example', port: 7000 },
  ])
})

it('reconnects after a pause that grows to a second, and when the server has become a replica', () => {
  const { retryStrategy, reconnectOnError } = optionsOf({ ...LOCATION, redisUrl: 'redis://cache.example' })
  expect([1, 2, 10, 11].map((attempt) => retryStrategy?.(attempt))).toEqual([100, 200, 1_000, 1_000])
  const reconnectsAfter = (message: string) => reconnectOnError?.(new Error(message))
  expect(reconnectsAfter("READONLY You can't write against a read only replica.")).toBe(true)
  expect(reconnectsAfter('ERR unknown command')).toBe(false)
})
