import type { Requester } from '@upstash/redis'
import { Redis, ReplyError } from 'ioredis'

const CONNECT_TIMEOUT_MS = 1_000
const RETRY_STEP_MS = 100
const MAX_RETRY_DELAY_MS = 1_000

type Request = Parameters<Requester['request']>[0]

/** Connects the client of @upstash/redis to a Redis over TCP. Commands fail immediately while there is no connection. */
export class IoredisRequester implements Requester {
  readonly #client: Redis
  /** Why there is no connection. The errors of commands do not contain the reason. */
  #connectionError: Error | undefined
  #closing = false

  constructor(url: string, timeoutMs: number) {
    this.#client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      enableOfflineQueue: false,
      // The check needs INFO, which not every user may run. A Redis that is still loading rejects commands itself.
      enableReadyCheck: false,
      disableClientInfo: true,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * RETRY_STEP_MS, MAX_RETRY_DELAY_MS),
    })
    this.#client.on('connect', () => (this.#connectionError = undefined))
    this.#client.on('error', (error: Error) => (this.#connectionError = error))
    this.#client.on('close', () => (this.#closing = false))
  }

  async connect(): Promise<void> {
    await this.#client.connect().catch(() => undefined)
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
