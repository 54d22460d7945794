import { Pool, type PoolConfig } from 'pg'
import { boundedClient } from './bounded-client.ts'

/** How much of a server is used, and how long is waited for it. */
export interface ServerLimits {
  /** Most connections at a time. */
  poolSize: number
  /** How long is waited for a connection: for a free one and, where there is none, for a new one. */
  connectTimeoutMs: number
  /** How long a statement may take, waiting for locks included. */
  statementTimeoutMs: number
}

/** The two waits together stay below what a caller is made to wait at most, 5 s. */
export const SERVER_DEFAULTS: ServerLimits = { poolSize: 10, connectTimeoutMs: 2_000, statementTimeoutMs: 2_000 }

/** A server that is there cancels by itself: time for its word to arrive before the connection is given up. */
const GRACE_MS = 500
const KEEP_ALIVE_AFTER_MS = 10_000

/** A PostgreSQL server, reached through a pool. */
export interface RemotePostgres {
  pool: Pool
  /** For work that takes as long as it takes. */
  openUnbounded: () => Pool
}

export function openRemotePostgres(
  url: string,
  { poolSize, connectTimeoutMs, statementTimeoutMs }: ServerLimits,
): RemotePostgres {
  const reach: PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    // A peer that is gone without a word is found out while nothing is asked, too.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // Under another session time zone the Prisma adapter would store wrong instants.
    options: '-c timezone=UTC',
  }
  const pool = openPool({
    ...reach,
    max: poolSize,
    // For reads that share a connection.
    pipeline: true,
    statement_timeout: statementTimeoutMs,
    // An instance that is gone in the middle of a transaction leaves its locks behind no longer than that.
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    Client: boundedClient(statementTimeoutMs + GRACE_MS),
  })
  return { pool, openUnbounded: () => openPool({ ...reach, max: 1 }) }
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
  pool.on('error', () => {})
  return pool
}
