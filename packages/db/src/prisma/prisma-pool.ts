import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Connections } from '../driver/connections.ts'

/**
 * A pool for Prisma's adapter that runs its statements on `Connections`, as all others do. It opens no
 * connections itself. The adapter calls `query` and `connect` only, and of what `connect` returns only `query`,
 * `release`, `on` and `removeListener`.
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
    // `Connections` listens for errors outside of statements.
    const client = { query: connection.query.bind(connection), release: () => connection.release(), on() {} }
    return Object.assign(client, { removeListener() {} }) as unknown as PoolClient
  }
}
