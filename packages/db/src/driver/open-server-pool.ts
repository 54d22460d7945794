import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@partner-accounts/core'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig, type QueryResult } from 'pg'

/** Timeouts are together below 5 s, the longest that a client should wait. */
export const SERVER_DEFAULTS = {
  poolSize: 10,
  /** For a free or a new connection. */
  connectTimeoutMs: 2_000,
  /** Includes waits for locks. */
  statementTimeoutMs: 2_000,
  /** False behind a transaction pooler. */
  preparedStatements: true,
}
export type ServerLimits = typeof SERVER_DEFAULTS

/** Detects vanished peers of idle connections. */
const KEEP_ALIVE_AFTER_MS = 10_000
/** After a fail-over, ends the use of the old server. */
const MAX_LIFETIME_SECONDS = 300

/** One holds the migrations' lock, another prepares a migration. */
const MIGRATION_CONNECTIONS = 2

export const openServerPool = (url: string, limits: ServerLimits): Pool =>
  openPool(
    url,
    limits,
    { max: limits.poolSize, maxLifetimeSeconds: MAX_LIFETIME_SECONDS },
    sessionSettings(limits),
    limits.preparedStatements,
  )

/** No statement timeout, no idle connections. */
export const openMigrationPool = (url: string, limits: Pick<ServerLimits, 'connectTimeoutMs'>): Pool =>
  openPool(url, limits, { max: MIGRATION_CONNECTIONS, idleTimeoutMillis: 1 }, [UTC], false)

/** On if a standby, or configured as read-only. */
export const READ_ONLY = 'SHOW transaction_read_only'

const serverPids = new WeakMap<ClientBase, number>()

/** Returns the server's process id; undefined if a pooler may change it per transaction. */
export const serverPidOf = (client: ClientBase): number | undefined => serverPids.get(client)

/** Otherwise the Prisma adapter would store wrong times. */
const UTC = `SET timezone TO 'UTC'`
const PID = 'SELECT pg_backend_pid() AS pid'

/**
 * Not start-up parameters, which poolers reject. A transaction pooler tracks only the time zone: others would leak to
 * other clients.
 */
const sessionSettings = ({ statementTimeoutMs, preparedStatements }: ServerLimits) =>
  preparedStatements
    ? [
        UTC,
        `SET statement_timeout TO ${statementTimeoutMs}`,
        // Releases the locks of instances that vanished in a transaction.
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
  /** A rejected connection moves the next one to the next host. */
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
      await Promise.race([prepare(client, settings, isSession), failAfter(connectTimeoutMs)])
      accepted.add(client)
    },
    ...config,
  })
  // Without a listener, the error of an idle connection would end the process.
  pool.on('error', () => {})
  return pool
}

/** Splits a URL by host: `postgresql://user@one:5432,two:5432/database`. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Configures a session in one round trip. Rejects a standby: every write would fail. */
async function prepare(client: ClientBase, settings: string[], isSession: boolean): Promise<void> {
  // Each statement in the text has a result.
  const results = (await client.query([...settings, PID, READ_ONLY].join('; '))) as unknown as QueryResult[]
  const { transaction_read_only: isReadOnly } = results.at(-1)?.rows[0] as { transaction_read_only: 'on' | 'off' }
  if (isReadOnly === 'on') throw unavailable('the server is read-only')
  const { pid } = results.at(-2)?.rows[0] as { pid: number }
  if (isSession) serverPids.set(client, pid)
}

async function failAfter(timeoutMs: number): Promise<never> {
  await wait(timeoutMs, undefined, { ref: false })
  throw unavailable('a new connection did not respond in time')
}

const unavailable = (reason: string) => new DomainError('storage-unavailable', { cause: new Error(reason) })
