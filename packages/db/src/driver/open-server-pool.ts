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
  /** False behind a pooler that assigns connections by transaction. */
  preparedStatements: boolean
}

/** Both timeouts together stay below 5 s, the longest that a client is made to wait. */
export const SERVER_DEFAULTS: ServerLimits = {
  poolSize: 10,
  connectTimeoutMs: 2_000,
  statementTimeoutMs: 2_000,
  preparedStatements: true,
}

/** Detects a peer that vanished even while a connection is idle. */
const KEEP_ALIVE_AFTER_MS = 10_000
/** After a fail-over or a change of address, no connection leads to the old server for longer. */
const MAX_LIFETIME_SECONDS = 300

/** Opens the pool that requests use. Its connections are writable when they are opened. */
export const openServerPool = (url: string, limits: ServerLimits): Pool =>
  openPool(
    url,
    limits,
    { max: limits.poolSize, maxLifetimeSeconds: MAX_LIFETIME_SECONDS },
    sessionSettings(limits),
    limits.preparedStatements,
  )

/** Opens a pool of one connection for migrations, which take as long as they take. */
export const openMigrationPool = (url: string, limits: Pick<ServerLimits, 'connectTimeoutMs'>): Pool =>
  openPool(url, limits, { max: 1 }, [UTC], false)

/** Asks whether the server rejects changes, because it is a standby or is configured to. */
export const READ_ONLY = 'SHOW transaction_read_only'

const serverPids = new WeakMap<ClientBase, number>()

/** Returns the id of the server's process behind a connection, unless a pooler may assign another with each transaction. */
export const serverPidOf = (client: ClientBase): number | undefined => serverPids.get(client)

/** Under another session time zone the Prisma adapter would store wrong times. */
const UTC = `SET timezone TO 'UTC'`
const PID = 'SELECT pg_backend_pid() AS pid'

/**
 * What each session is set to. Start-up parameters would be shorter, but poolers reject them. A pooler that assigns
 * connections by transaction tracks the time zone only: other settings would stay behind for other clients.
 */
const sessionSettings = ({ statementTimeoutMs, preparedStatements }: ServerLimits) =>
  preparedStatements
    ? [
        UTC,
        `SET statement_timeout TO ${statementTimeoutMs}`,
        // An instance that vanishes in the middle of a transaction keeps its locks no longer than that.
        `SET idle_in_transaction_session_timeout TO ${2 * statementTimeoutMs}`,
      ]
    : [UTC]

function openPool(
  url: string,
  { connectTimeoutMs }: Pick<ServerLimits, 'connectTimeoutMs'>,
  config: PoolConfig,
  settings: string[],
  isSession: boolean,
): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, which its type does not say
    onConnect: (client) => withTimeout(prepare(client, settings, isSession), connectTimeoutMs),
    ...config,
  })
  // An idle connection that breaks is replaced at the next use. Without a listener, its error would end the process.
  pool.on('error', () => {})
  return pool
}

/**
 * Sets a new session up, in one round trip. The address may lead to a standby for a while: a connection to it would
 * serve reads and fail every write, so it is rejected.
 */
async function prepare(client: ClientBase, settings: string[], isSession: boolean): Promise<void> {
  // Several statements in one text have a result each.
  const results = (await client.query([...settings, PID, READ_ONLY].join('; '))) as unknown as QueryResult[]
  const { transaction_read_only: isReadOnly } = results.at(-1)?.rows[0] as { transaction_read_only: 'on' | 'off' }
  if (isReadOnly === 'on') throw unavailable('the server is read-only')
  const { pid } = results.at(-2)?.rows[0] as { pid: number }
  if (isSession) serverPids.set(client, pid)
}

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
