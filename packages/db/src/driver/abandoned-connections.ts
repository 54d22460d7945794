import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

const POLL_INTERVAL_MS = 500

interface AbandonedConnection {
  /** Process id of the server's session. Behind a pooler, two connections may have had the same session. */
  pid: number
  onEnded: () => void
}

/**
 * Tracks connections that were closed in mid-statement. The server ends their sessions only when it notices, which takes
 * long while a commit waits for a synchronous standby. Until then, they count towards the pool's size, so that the server
 * never has more sessions than that.
 */
export class AbandonedConnections {
  readonly #config: ClientConfig
  readonly #tracked = new Set<AbandonedConnection>()
  #isPolling = false
  #isClosed = false

  constructor(config: ClientConfig) {
    this.#config = config
  }

  /** @param onEnded called once the server has ended the session, or when this object is closed */
  track(pid: number, onEnded: () => void): void {
    if (this.#isClosed) return onEnded()
    this.#tracked.add({ pid, onEnded })
    if (!this.#isPolling) void this.#poll()
  }

  close(): void {
    this.#isClosed = true
    this.#release(this.#tracked)
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    while (this.#tracked.size > 0 && !this.#isClosed) {
      await wait(POLL_INTERVAL_MS, undefined, { ref: false })
      const tracked = [...this.#tracked]
      const open = await this.#findOpen(tracked.map(({ pid }) => pid)).catch(() => undefined)
      // The next poll repeats a query that failed.
      if (open) this.#release(tracked.filter(({ pid }) => !open.has(pid)))
    }
    this.#isPolling = false
  }

  async #findOpen(pids: number[]): Promise<Set<number>> {
    const client = new Client({ ...this.#config, statement_timeout: undefined, query_timeout: POLL_INTERVAL_MS * 2 })
    client.on('error', () => {})
    try {
      await client.connect()
      // An idle session has ended the statement. A pooler keeps it open, and uses it for other clients.
      const text = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state <> 'idle'`
      const { rows } = await client.query<{ pid: number }>(text, [pids])
      return new Set(rows.map(({ pid }) => pid))
    } finally {
      void client.end().catch(() => undefined)
    }
  }

  #release(connections: Iterable<AbandonedConnection>): void {
    for (const connection of connections) {
      // `close` may have released the connection during a poll.
      if (this.#tracked.delete(connection)) connection.onEnded()
    }
  }
}
