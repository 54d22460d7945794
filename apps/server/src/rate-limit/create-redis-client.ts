import { hostUrls } from '@partner-accounts/db'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { redisDatabase } from '../settings/setting-types.ts'
import type { RedisLocation } from '../settings/shared-store-location.ts'

export const CONNECT_TIMEOUT_MS = 1_000
const RETRY_STEP_MS = 100
const MAX_RETRY_DELAY_MS = 1_000
const DEFAULT_PORT = 6379
const DEFAULT_SENTINEL_PORT = 26_379

const retryDelayMs = (attempt: number) => Math.min(attempt * RETRY_STEP_MS, MAX_RETRY_DELAY_MS)

/** Returns a client whose commands fail immediately while it is disconnected. */
export function createRedisClient(location: RedisLocation): Redis | Cluster {
  const { isCluster, sentinel, timeoutMs } = location
  const whileDisconnected = { lazyConnect: true, enableOfflineQueue: false }
  const server: RedisOptions = {
    ...credentialsAndTls(location),
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // The check runs INFO, for which some users lack the permission. It is not needed, because a Redis that is still loading
    // rejects commands.
    enableReadyCheck: false,
    disableClientInfo: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: retryDelayMs,
    // After a fail-over, reconnecting finds the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  }
  if (isCluster) {
    return new Cluster(hostsOf(location.redisUrl, DEFAULT_PORT), {
      ...whileDisconnected,
      enableReadyCheck: false,
      clusterRetryStrategy: retryDelayMs,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      redisOptions: server,
    })
  }
  if (!sentinel) {
    const [host] = hostsOf(location.redisUrl, DEFAULT_PORT)
    return new Redis({ ...server, ...whileDisconnected, ...host })
  }
  return new Redis({
    ...server,
    ...whileDisconnected,
    sentinels: hostsOf(location.redisUrl, DEFAULT_SENTINEL_PORT),
    name: sentinel.name,
    ...(sentinel.password !== undefined && { sentinelPassword: sentinel.password }),
    sentinelRetryStrategy: retryDelayMs,
    ...(server.tls && { enableTLSForSentinelMode: true, sentinelTLS: server.tls }),
  })
}

const hostsOf = (redisUrl: string, defaultPort: number): { host: string; port: number }[] =>
  hostUrls(redisUrl).map((hostUrl) => {
    const { hostname, port } = new URL(hostUrl)
    // `URL` keeps the brackets of an IPv6 address.
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
  })

function credentialsAndTls({ redisUrl, ca }: RedisLocation): RedisOptions {
  const { username, password, protocol, searchParams } = new URL(hostUrls(redisUrl)[0]!)
  const db = redisDatabase(redisUrl)
  return {
    // Parameters of the URL are options of ioredis, such as `?family=6`. Node rejects numbers that are texts.
    ...Object.fromEntries(
      [...searchParams].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
    ),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(db !== undefined && { db }),
    ...(protocol === 'rediss:' && { tls: ca === undefined ? {} : { ca } }),
  }
}
