import { Pool, type PoolConfig } from 'pg'

/** How much of a server is used, and how long the service waits for it. */
export interface ServerLimits {
  /** Connections at most. */
  poolSize: number
  /** How long to wait for a free connection, or for a new one to open. */
  connectTimeoutMs: number
  /** How long a statement may take, waiting for locks included. */
  statementTimeoutMs: number
}

/** Both timeouts together stay below 5 s, the longest that a client is made to wait. */
export const SERVER_DEFAULTS: ServerLimits = { poolSize: 10, connectTimeoutMs: 2_000, statementTimeoutMs: 2_000 }

/** Detects a peer that vanished even while a connection is idle. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** Opens the pool that requests use. */
export const openServerPool = (url: string, { poolSize, connectTimeoutMs, statementTimeoutMs }: ServerLimits): Pool =>
  openPool({
    ...reach(url, connectTimeoutMs),
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    // An instance that vanishes in the middle of a transaction keeps its locks no longer than that.
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
  })

/** Opens a pool of one connection for migrations, which take as long as they take. */
export const openMigrationPool = (url: string, { connectTimeoutMs }: Pick<ServerLimits, 'connectTimeoutMs'>): Pool =>
  openPool({ ...reach(url, connectTimeoutMs), max: 1 })

const reach = (url: string, connectTimeoutMs: number): PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  // Under another session time zone the Prisma adapter would store wrong times.
  options: '-c timezone=UTC',
})

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // An idle connection that breaks is replaced at the next use. Without a listener, its error would end the process.
  pool.on('error', () => {})
  return pool
}
