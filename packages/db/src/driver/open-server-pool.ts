import { DomainError } from '@partner-accounts/core'
import { type ClientBase, Pool, type PoolConfig, type QueryResult } from 'pg'

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
/** After a fail-over or a change of address, no connection leads to the old server for longer. */
const MAX_LIFETIME_SECONDS = 300

/** Opens the pool that requests use. Its connections are writable when they are opened. */
export const openServerPool = (url: string, { poolSize, connectTimeoutMs, statementTimeoutMs }: ServerLimits): Pool =>
  openPool(url, connectTimeoutMs, {
    max: poolSize,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    statement_timeout: statementTimeoutMs,
    // An instance that vanishes in the middle of a transaction keeps its locks no longer than that.
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
  })

/** Opens a pool of one connection for migrations, which take as long as they take. */
export const openMigrationPool = (url: string, { connectTimeoutMs }: Pick<ServerLimits, 'connectTimeoutMs'>): Pool =>
  openPool(url, connectTimeoutMs, { max: 1 })

function openPool(url: string, connectTimeoutMs: number, config: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // Under another session time zone the Prisma adapter would store wrong times.
    options: '-c timezone=UTC',
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, which its type does not say
    onConnect: (client) => withTimeout(requireWritable(client), connectTimeoutMs),
    ...config,
  })
  // An idle connection that breaks is replaced at the next use. Without a listener, its error would end the process.
  pool.on('error', () => {})
  return pool
}

/** The address may lead to a standby for a while. A connection to it would serve reads, and fail every write. */
async function requireWritable(client: ClientBase): Promise<void> {
  const { rows }: QueryResult<{ transaction_read_only: 'on' | 'off' }> = await client.query(READ_ONLY)
  if (rows[0]?.transaction_read_only === 'on') throw unavailable('the server is read-only')
}

/** Asks whether the server rejects changes, because it is a standby or is configured to. */
export const READ_ONLY = 'SHOW transaction_read_only'

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(unavailable('a new connection did not respond in time')), timeoutMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timeout)
  }
}

const unavailable = (reason: string) => new DomainError('storage-unavailable', { cause: new Error(reason) })
