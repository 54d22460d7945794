import type { Requester } from '@upstash/redis'
import { type Cluster, type Redis, ReplyError } from 'ioredis'
import type { RedisLocation } from '../settings/shared-store-location.ts'
import { createRedisClient } from './create-redis-client.ts'

type Request = Parameters<Requester['request']>[0]

/** Connects the client of @upstash/redis to a Redis over TCP. Commands fail immediately while there is no connection. */
export class IoredisRequester implements Requester {
  readonly #client: Redis | Cluster
  readonly #isCluster: boolean
  /** Why there is no connection. The errors of commands do not contain the reason. */
  #connectionError: Error | undefined
  #closing = false

  /** @param location the server, cluster or sentinels */
  constructor(location: RedisLocation, timeoutMs: number) {
    this.#client = createRedisClient(location, timeoutMs)
    this.#isCluster = location.isCluster ?? false
    this.#client.on('connect', () => (this.#connectionError = undefined))
    this.#client.on('error', (error: Error) => (this.#connectionError = error))
    this.#client.on('close', () => (this.#closing = false))
  }

  /**
   * Connects. Resolves when connected or when the first attempt has failed.
   *
   * @throws Error if the server belongs to a cluster, but REDIS_CLUSTER is off: it would count some keys only
   */
  async connect(): Promise<void> {
    await this.#client.connect().catch(() => undefined)
    if (this.#isCluster) return
    // Not every user may run INFO.
    const info = await this.#client.call('INFO', 'cluster').catch(() => '')
    if (String(info).includes('cluster_enabled:1')) {
      this.close()
      throw new Error('REDIS_URL leads to a Redis Cluster: set REDIS_CLUSTER=on')
    }
  }

  async request<TResult>({ body }: Request): Promise<{ result?: TResult; error?: string }> {
    const [command = '', ...args] = body as string[]
    try {
      return { result: (await this.#client.call(command, args)) as TResult }
    } catch (error) {
      // After a rejected password, commands report only a missing one.
      if (error instanceof ReplyError) return { error: (this.#connectionError ?? (error as Error)).message }
      this.#reconnect()
      throw this.#connectionError ?? Object.assign(new Error('Redis cannot be reached'), { code: 'ENOTCONN' })
    }
  }

  close(): void {
    this.#client.disconnect()
  }

  /** Replaces a connection that does not respond: its peer may have disappeared without closing it. */
  #reconnect(): void {
    if (this.#client.status !== 'ready' || this.#closing) return
    this.#closing = true
    this.#client.disconnect(true)
  }
}
