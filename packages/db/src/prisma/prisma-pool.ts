import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Connections } from '../driver/connections.ts'

/**
 * Runs the adapter's statements on `Connections`. The adapter uses only `query` and `connect`, and of a connection only
 * `query`, `release`, `on` and `removeListener`.
 */
export class PrismaPool extends Pool {
  readonly #connections: Connections

  constructor(connections: Connections) {
    super()
    this.#connections = connections
  }

  override query(config: unknown): never {
    return this.#connections.query(config as QueryConfig) as never
  }

  override async connect(): Promise<PoolClient> {
    const connection = await this.#connections.acquire('change')
    const client = {
      query: connection.query.bind(connection),
      release: () => connection.release(),
      // Ignores the adapter's listeners, because `Connections` listens for errors outside of statements.
      on() {},
      removeListener() {},
    }
    return client as unknown as PoolClient
  }
}
