import { setTimeout as wait } from 'node:timers/promises'
import type { Requester } from '@upstash/redis'
import { type Cluster, type Redis, ReplyError } from 'ioredis'
import { SettingsError } from '../settings/settings.ts'
import type { RedisLocation } from '../settings/shared-store-location.ts'
import { CONNECT_TIMEOUT_MS, createRedisClient } from './create-redis-client.ts'
import { StoreSettingError } from './store-health.ts'

type Request = Parameters<Requester['request']>[0]

/**
 * Maximum wait at the start, because ioredis retries sentinels forever. Leaves time to connect to a sentinel and then to the
 * server.
 */
const START_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS

/** Errors that follow a more precise one, of a sentinel or of a node of the cluster. */
const SUMMARIES = /^(All sentinels are unreachable|Failed to refresh slots cache)/

/** While disconnected, commands fail immediately. */
export class IoredisRequester implements Requester {
  readonly #client: Redis | Cluster
  readonly #isCluster: boolean
  /** The last connection error, because errors of commands do not contain the reason. */
  #connectionError: Error | undefined
  #isClosing = false

  constructor(location: RedisLocation) {
    this.#client = createRedisClient(location)
    this.#isCluster = location.isCluster
    this.#client.on('connect', () => {
      this.#connectionError = undefined
    })
    this.#client.on('error', (error: Error) => {
      if (!SUMMARIES.test(error.message)) this.#connectionError = error
    })
    this.#client.on('node error', (error: Error) => {
      this.#connectionError = nodeError(error)
    })
    this.#client.on('close', () => {
      this.#isClosing = false
    })
    const name = location.sentinel?.name
    this.#client.on('sentinelError', ({ message }: Error) => {
      this.#connectionError = sentinelError(message, name)
    })
  }

  /**
   * Resolves when connected, after the first failed attempt or after `START_TIMEOUT_MS`; attempts continue.
   *
   * @throws SettingsError if the server is a cluster node and REDIS_CLUSTER is off: some keys could not be counted
   * @throws SettingsError if the server is no cluster node and REDIS_CLUSTER is on: nothing could be counted
   * @throws SettingsError if the database number does not exist: Redis would use database 0
   */
  async connect(): Promise<void> {
    const connected = this.#client.connect().catch(() => undefined)
    await Promise.race([connected, wait(START_TIMEOUT_MS, undefined, { ref: false })])
    if (/cluster support disabled/.test(this.#connectionError?.message ?? '')) {
      this.#reject('REDIS_URL leads to a Redis that is no cluster: unset REDIS_CLUSTER')
    }
    if (this.#isCluster) return
    // Not every user may run INFO.
    const info = await this.#client.call('INFO', 'cluster').catch(() => '')
    if (String(info).includes('cluster_enabled:1')) {
      this.#reject('REDIS_URL leads to a Redis Cluster: set REDIS_CLUSTER=on')
    }
    if (/\bout of range\b/.test(this.#connectionError?.message ?? '')) {
      this.#reject(
        'REDIS_URL has the number of a database that the server does not have: ' +
          'use a lower one, or raise `databases` in redis.conf',
      )
    }
  }

  #reject(problem: string): never {
    this.close()
    throw new SettingsError([problem])
  }

  async request<TResult>({ body }: Request): Promise<{ result?: TResult; error?: string }> {
    const [command = '', ...args] = body as string[]
    try {
      return { result: (await this.#client.call(command, args)) as TResult }
    } catch (error) {
      if (error instanceof ReplyError) return { error: this.#explain(error as Error) }
      this.#reconnect()
      throw this.#connectionError ?? Object.assign(new Error('Redis cannot be reached'), { code: 'ENOTCONN' })
    }
  }

  close(): void {
    this.#client.disconnect()
  }

  /** If the password was rejected when connecting, commands fail with NOAUTH. The connection's error has the reason. */
  #explain({ message }: Error): string {
    return message.startsWith('NOAUTH') ? (this.#connectionError?.message ?? message) : message
  }

  /** Reconnects, because the peer may have vanished without closing the connection. */
  #reconnect(): void {
    if (this.#client.status !== 'ready' || this.#isClosing) return
    this.#isClosing = true
    this.#client.disconnect(true)
  }
}

/** ioredis does not report why it could not connect to a node. */
const nodeError = (error: Error): Error =>
  /^(Connection is closed|timeout)/.test(error.message) ? new StoreSettingError('no node of REDIS_URL responds') : error

function sentinelError(message: string, name: string | undefined): StoreSettingError {
  if (/No such master|invalid reply/.test(message)) {
    return new StoreSettingError(`the sentinels monitor no primary named ${name}: correct REDIS_SENTINEL`)
  }
  return new StoreSettingError(
    /NOAUTH|WRONGPASS/.test(message)
      ? 'a sentinel rejects the password: correct REDIS_SENTINEL_PASSWORD'
      : 'no sentinel of REDIS_URL responds',
  )
}
