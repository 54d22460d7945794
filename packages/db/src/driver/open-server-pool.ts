import { DomainError } from '@partner-accounts/core'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig, type QueryResult } from 'pg'

/** Pool size and timeouts of a server. */
export interface ServerLimits {
  /** Maximum number of connections. */
  poolSize: number
  /** Timeout of waiting for a free connection, or of opening a new connection. */
  connectTimeoutMs: number
  /** Timeout of a statement, including its waits for locks. */
  statementTimeoutMs: number
  /** False behind a pooler that assigns connections by transaction. */
  preparedStatements: boolean
}

/** Together, both timeouts stay below 5 s, the longest time that a client should wait. */
export const SERVER_DEFAULTS: ServerLimits = {
  poolSize: 10,
  connectTimeoutMs: 2_000,
  statementTimeoutMs: 2_000,
  preparedStatements: true,
}

/** Detects a peer that vanished even while a connection is idle. */
const KEEP_ALIVE_AFTER_MS = 10_000
/** Limits how long connections to the old server live after a fail-over or a change of address. */
const MAX_LIFETIME_SECONDS = 300

/** A connection holds the lock of migrations while another one prepares a migration. */
const MIGRATION_CONNECTIONS = 2

/** Opens the pool that requests use. Its connections are writable when they are opened. */
export const openServerPool = (url: string, limits: ServerLimits): Pool =>
  openPool(
    url,
    limits,
    { max: limits.poolSize, maxLifetimeSeconds: MAX_LIFETIME_SECONDS },
    sessionSettings(limits),
    limits.preparedStatements,
  )

/** Opens a pool for migrations, without a statement timeout. It keeps no idle connection. */
export const openMigrationPool = (url: string, limits: Pick<ServerLimits, 'connectTimeoutMs'>): Pool =>
  openPool(url, limits, { max: MIGRATION_CONNECTIONS, idleTimeoutMillis: 1 }, [UTC], false)

/** Reports whether the server rejects writes, because it is a standby or is configured as read-only. */
export const READ_ONLY = 'SHOW transaction_read_only'

const serverPids = new WeakMap<ClientBase, number>()

/** Returns the server's process id of a connection; undefined if a pooler may assign another one per transaction. */
export const serverPidOf = (client: ClientBase): number | undefined => serverPids.get(client)

/** Under another session time zone the Prisma adapter would store wrong times. */
const UTC = `SET timezone TO 'UTC'`
const PID = 'SELECT pg_backend_pid() AS pid'

/**
 * Returns the statements that configure a session. Start-up parameters would be shorter, but poolers reject them. A
 * pooler that assigns connections by transaction tracks only the time zone: other settings would leak to other clients.
 */
const sessionSettings = ({ statementTimeoutMs, preparedStatements }: ServerLimits) =>
  preparedStatements
    ? [
        UTC,
        `SET statement_timeout TO ${statementTimeoutMs}`,
        // Releases the locks of an instance that vanished in the middle of a transaction.
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
  const urls = hostUrls(url)
  const accepted = new WeakSet<ClientBase>()
  /** A connection that is not accepted, because its server is down or read-only, leads the next one to the next host. */
  class HostClient extends Client {
    constructor(options: ClientConfig = {}) {
      super(options)
      const { connectionString: failed = '' } = options
      this.once('end', () => {
        if (accepted.has(this) || pool.options.connectionString !== failed) return
        pool.options.connectionString = urls[(urls.indexOf(failed) + 1) % urls.length]
      })
    }
  }
  const pool: Pool = new Pool({
    connectionString: urls[0],
    Client: HostClient,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits the promise, although its type returns void
    onConnect: async (client) => {
      await withTimeout(prepare(client, settings, isSession), connectTimeoutMs)
      accepted.add(client)
    },
    ...config,
  })
  // An idle connection that breaks is replaced at the next use. Without a listener, its error would end the process.
  pool.on('error', () => {})
  return pool
}

/** Returns a URL for each host of a URL, which may have several: `postgresql://user@one:5432,two:5432/database`. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Configures a new session in one round trip. The address may point to a standby for a while. A connection to it would
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
