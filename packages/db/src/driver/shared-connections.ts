import { setImmediate as endOfTurn } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** The last one waits for all before it, so they are few; more than these would save little. */
const MOST_TOGETHER = 8

/** A connection, or the way to it, and how many use it. */
interface Shared {
  client: Promise<PoolClient>
  users: number
  broken: boolean
}

/**
 * Whoever asks in the same turn of the event loop uses the same connection, and what they send goes out in one write:
 * for a small read, that and the answer's way back cost more than finding it.
 */
export class SharedConnections {
  readonly #pool: Pool
  /** What can still be joined. */
  #joinable: Shared | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** @param send hands its statement to the connection before it waits for anything */
  async use<T>(send: (client: PoolClient) => Promise<T>): Promise<T> {
    const shared = this.#join()
    const client = await shared.client
    try {
      return await send(client)
    } catch (error) {
      shared.broken ||= !isRefusal(error)
      throw error
    } finally {
      shared.users -= 1
      if (shared.users === 0) client.release(shared.broken)
    }
  }

  #join(): Shared {
    const shared = (this.#joinable ??= { client: this.#connect(), users: 0, broken: false })
    shared.users += 1
    if (shared.users === MOST_TOGETHER) this.#joinable = undefined
    return shared
  }

  async #connect(): Promise<PoolClient> {
    await endOfTurn()
    this.#joinable = undefined
    const client = await this.#pool.connect()
    const { stream } = client.connection
    stream.cork()
    // Later than all who wait for it have sent.
    process.nextTick(() => stream.uncork())
    return client
  }
}

/** What the server refuses is no fault of the connection, which `pool.query` would throw away; FATAL and PANIC end it. */
export const isRefusal = (error: unknown): boolean => error instanceof DatabaseError && error.severity === 'ERROR'
