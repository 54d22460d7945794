import { expect, it, onTestFinished } from 'vitest'
import { createRedisClient } from '../../src/rate-limit/create-redis-client.ts'
import { IoredisRequester } from '../../src/rate-limit/ioredis-requester.ts'
import type { RedisLocation } from '../../src/settings/shared-store-location.ts'
import { type Respond, startFakeRedis } from './fake-redis.ts'

const PING = { body: ['PING'] }
const responding: Respond = ([name]) => (name === 'PING' ? '+PONG' : '+OK')

function open(redisUrl: string, changes: Partial<RedisLocation> = {}): IoredisRequester {
  const location = { redisUrl, ca: undefined, isCluster: false, sentinel: undefined, timeoutMs: 5_000 }
  const requester = new IoredisRequester({ ...location, ...changes })
  onTestFinished(() => requester.close())
  return requester
}

/** Connects to a server with these responses, sends PING, and returns the result or error. */
async function connectAndPing(respond: Respond, path = '', changes: Partial<RedisLocation> = {}) {
  const { port } = await startFakeRedis(respond)
  const requester = open(`redis://127.0.0.1:${port}${path}`, changes)
  await requester.connect()
  return requester.request(PING)
}

it('IoredisRequester sends only commands that every user may run, after the sign-in and the choice of a database', async () => {
  const { port, received } = await startFakeRedis(responding)
  const requester = open(`redis://ana:p%40ss@127.0.0.1:${port}/3`)
  await requester.connect()
  expect(await requester.request({ body: ['SET', 'key', 'value'] })).toEqual({ result: 'OK' })
  expect(received).toEqual([
    ['auth', 'ana', 'p@ss'],
    ['select', '3'],
    ['INFO', 'cluster'],
    ['SET', 'key', 'value'],
  ])
})

it('IoredisRequester returns the errors of Redis', async () => {
  expect(await connectAndPing(([name]) => (name === 'PING' ? '-ERR wrong number of arguments' : '+OK'))).toEqual({
    error: 'ERR wrong number of arguments',
  })
})

it('IoredisRequester works for users who may not run INFO', async () => {
  expect(
    await connectAndPing((command) => (command[0] === 'INFO' ? '-NOPERM no permission' : responding(command))),
  ).toEqual({
    result: 'PONG',
  })
})

it('IoredisRequester reports that the password is wrong, although Redis reports a missing password for each command', async () => {
  const rejecting: Respond = ([name]) => (name === 'auth' ? '-WRONGPASS invalid password' : '-NOAUTH required')
  const { port } = await startFakeRedis(rejecting)
  const requester = open(`redis://:wrong@127.0.0.1:${port}`)
  await requester.connect()
  const outcome = await requester.request(PING).catch((error: Error) => ({ error: error.message }))
  expect(outcome).toEqual({ error: 'WRONGPASS invalid password' })
})

it('IoredisRequester rejects a node of a Redis Cluster without REDIS_CLUSTER=on, because the node has only some keys', async () => {
  const respond: Respond = ([name]) => (name === 'INFO' ? '$17\r\ncluster_enabled:1' : '+OK')
  await expect(connectAndPing(respond)).rejects.toThrow('REDIS_URL leads to a Redis Cluster: set REDIS_CLUSTER=on')
})

it('IoredisRequester rejects a Redis that is no cluster with REDIS_CLUSTER=on', async () => {
  const respond: Respond = ([name]) => (name === 'cluster' ? '-ERR This instance has cluster support disabled' : '+OK')
  await expect(connectAndPing(respond, '', { isCluster: true })).rejects.toThrow(
    'REDIS_URL leads to a Redis that is no cluster: unset REDIS_CLUSTER',
  )
})

it.each<[string, Respond | undefined, RegExp]>([
  ['rejects the password', () => '-WRONGPASS invalid password', /^WRONGPASS/],
  ['is not there', undefined, /^no node of REDIS_URL responds$/],
])('IoredisRequester reports a cluster that %s', async (_case, respond, expected) => {
  const port = respond === undefined ? 1 : (await startFakeRedis(respond)).port
  const requester = open(`redis://:secret@127.0.0.1:${port}`, { isCluster: true })
  await requester.connect()
  const outcome = await requester.request(PING).catch((error: Error) => ({ error: error.message }))
  expect(outcome.error).toMatch(expected)
})

it('IoredisRequester rejects the number of a database that the server does not have', async () => {
  const respond: Respond = ([name]) => (name === 'select' ? '-ERR DB index is out of range' : '+OK')
  await expect(connectAndPing(respond, '/99')).rejects.toThrow(
    'REDIS_URL has the number of a database that the server does not have: use a lower one, or raise `databases` in redis.conf',
  )
})

it.each<[string, Respond, string]>([
  // `*-1` is the null reply of Redis's protocol.
  ['know no primary of this name', () => '*-1', 'the sentinels monitor no primary named main: correct REDIS_SENTINEL'],
  ['reject the password', () => '-NOAUTH required', 'a sentinel rejects the password: correct REDIS_SENTINEL_PASSWORD'],
  ['fail otherwise', () => '-ERR broken', 'no sentinel of REDIS_URL responds'],
])('IoredisRequester reports sentinels that %s', async (_case, respond, expected) => {
  const { port } = await startFakeRedis(respond)
  const requester = open(`redis://127.0.0.1:${port}`, { sentinel: { name: 'main', password: undefined } })
  const connected = requester.connect()
  await expect.poll(() => requester.request(PING).catch((error: Error) => error.message)).toBe(expected)
  requester.close()
  await connected
})

it('IoredisRequester fails immediately while Redis is unavailable, with the reason', async () => {
  const requester = open('redis://127.0.0.1:1')
  await requester.connect()
  await expect(requester.request(PING)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('IoredisRequester fails after close()', async () => {
  const { port } = await startFakeRedis(responding)
  const requester = open(`redis://127.0.0.1:${port}`)
  await requester.connect()
  requester.close()
  await expect(requester.request(PING)).rejects.toMatchObject({ code: 'ENOTCONN' })
})

it('IoredisRequester reports the error of a command, and no earlier one of the connection', async () => {
  let signIns = 0
  const { port } = await startFakeRedis(([name]) => {
    if (name === 'UNKNOWN') return '-ERR unknown command'
    if (name !== 'auth') return '+PONG'
    signIns += 1
    return signIns === 1 ? '-WRONGPASS invalid password' : '+OK'
  })
  const requester = open(`redis://:secret@127.0.0.1:${port}`)
  await requester.connect()
  await expect.poll(() => requester.request(PING).catch(() => undefined)).toEqual({ result: 'PONG' })
  expect(await requester.request({ body: ['UNKNOWN'] })).toEqual({ error: 'ERR unknown command' })
})

it('createRedisClient fails a command immediately when the connection closes, and never sends it again', async () => {
  const { port, received } = await startFakeRedis(([name]) => {
    if (name === 'INCR') setImmediate(() => client.disconnect(true))
    return name === 'INCR' ? undefined : '+PONG'
  })
  const location = { ca: undefined, isCluster: false, sentinel: undefined, timeoutMs: 60_000 }
  const client = createRedisClient({ ...location, redisUrl: `redis://127.0.0.1:${port}` })
  onTestFinished(() => client.disconnect())
  await client.connect()
  await expect(client.call('INCR', 'key')).rejects.toThrow('Reached the max retries per request limit (which is 0)')
  await expect.poll(() => client.call('PING').catch(() => undefined)).toBe('PONG')
  expect(received.filter(([name]) => name === 'INCR')).toHaveLength(1)
})
