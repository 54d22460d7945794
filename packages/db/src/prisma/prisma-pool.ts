import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Connections } from '../driver/connections.ts'

/**
 * The pool that Prisma's adapter is given, so that its statements go through `Connections` like all others. It opens no
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
    // Errors outside of a statement are listened to by `Connections`.
    const client = { query: connection.query.bind(connection), release: () => connection.release(), on() {} }
    return Object.assign(client, { removeListener() {} }) as unknown as PoolClient
  }
}
