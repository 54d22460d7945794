import type { Requester } from '@upstash/redis'
import { Redis, ReplyError } from 'ioredis'

const CONNECT_WITHIN_MS = 1_000
const LONGEST_PAUSE_MS = 1_000
const PAUSE_STEP_MS = 100

type Request = Parameters<Requester['request']>[0]

/** Speaks to a Redis over TCP for the client of @upstash/redis. What cannot be sent or answered now fails now. */
export class IoredisRequester implements Requester {
  readonly #client: Redis
  /** Why there is no connection: commands do not tell. */
  #connectionError: Error | undefined
  #closing = false

  constructor(url: string, timeoutMs: number) {
    this.#client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_WITHIN_MS,
      disconnectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      enableOfflineQueue: false,
      // The check needs INFO, which not every user may run. A Redis that is still loading rejects commands itself.
      enableReadyCheck: false,
      disableClientInfo: true,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * PAUSE_STEP_MS, LONGEST_PAUSE_MS),
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
      // After a rejected password, commands report only that there was none.
      if (error instanceof ReplyError) return { error: (this.#connectionError ?? (error as Error)).message }
      this.#connectAnew()
      throw this.#connectionError ?? Object.assign(new Error('Redis cannot be reached'), { code: 'ENOTCONN' })
    }
  }

  close(): void {
    this.#client.disconnect()
  }

  /** A connection that stands and answers nothing may be dead without anyone's having said so. */
  #connectAnew(): void {
    if (this.#client.status !== 'ready' || this.#closing) return
    this.#closing = true
    this.#client.disconnect(true)
  }
}
