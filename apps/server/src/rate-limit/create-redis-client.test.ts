import { Redis } from 'ioredis'
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
