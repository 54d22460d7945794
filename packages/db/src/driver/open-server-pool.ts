import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@partner-accounts/core'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { codedError } from './coded-error.ts'
import { ConnectionConfigs } from './connection-configs.ts'
import { migrationSettings, prepareSession, requestSettings, type ServiceSchema } from './session.ts'

/** The timeouts add up to less than 5 s, the longest that a client should wait. */
export const SERVER_DEFAULTS = {
  poolSize: 10,
  /** Maximum wait for a free or a new connection. */
  connectTimeoutMs: 2_000,
  /** Maximum duration of a statement, including waits for locks. */
  statementTimeoutMs: 2_000,
  /** False behind a transaction pooler. */
  hasPreparedStatements: true,
}
export type ServerLimits = typeof SERVER_DEFAULTS

/** Detects vanished peers of idle connections. */
const KEEP_ALIVE_AFTER_MS = 10_000
/** Maximum age of a connection. After a fail-over, no connection to the old server is older than this. */
const MAX_LIFETIME_SECONDS = 300

/** One connection holds the migrations' lock, the other creates indexes. */
const MIGRATION_CONNECTIONS = 2

/** State that the pools of a database share. */
export interface SharedState {
  schema: ServiceSchema
  /** Returns the URL for the next connection. A password from a file may have been rotated. */
  readUrl?: (() => string) | undefined
  /** Index of the host for the next connection. Beyond the last host, it continues with the first. */
  hostPosition: number
}

const newState = (): SharedState => ({ schema: { name: undefined }, hostPosition: 0 })

export const openServerPool = (url: string, limits: ServerLimits, shared = newState()): Pool =>
  openPool({
    url,
    shared,
    connectTimeoutMs: limits.connectTimeoutMs,
    config: { max: limits.poolSize, maxLifetimeSeconds: MAX_LIFETIME_SECONDS },
    settings: requestSettings(limits.statementTimeoutMs, limits.hasPreparedStatements),
    isSession: limits.hasPreparedStatements,
  })

/**
 * Opens a pool for migrations. It has no statement timeouts, and keeps no idle connections.
 *
 * @param isSession false behind a transaction pooler
 */
export const openMigrationPool = (
  url: string,
  { connectTimeoutMs }: Pick<ServerLimits, 'connectTimeoutMs'>,
  shared = newState(),
  isSession = true,
): Pool =>
  openPool({
    url,
    shared,
    connectTimeoutMs,
    config: { max: MIGRATION_CONNECTIONS, idleTimeoutMillis: 1 },
    settings: migrationSettings(isSession),
    isSession,
  })

const serverPids = new WeakMap<ClientBase, number>()

/** Returns the server's process id; undefined if a pooler may change it per transaction. */
export const serverPidOf = (client: ClientBase): number | undefined => serverPids.get(client)

interface PoolOptions {
  url: string
  shared: SharedState
  connectTimeoutMs: number
  config: PoolConfig
  settings: string[]
  isSession: boolean
}

function openPool({ url: initialUrl, shared, connectTimeoutMs, config, settings, isSession }: PoolOptions): Pool {
  const readUrls = () => hostUrls(shared.readUrl?.() ?? initialUrl).map(withoutWarning)
  const configs = new ConnectionConfigs()
  const accepted = new WeakSet<ClientBase>()
  /** Connects to the current host. If the host rejects the connection, the next connection is to the next host. */
  class HostClient extends Client {
    constructor(options: ClientConfig = {}) {
      const urls = readUrls()
      const position = shared.hostPosition
      const url = urls[position % urls.length]!
      super({ ...options, connectionString: undefined, ...configs.read(url) })
      // `AbandonedConnections` connects with the pool's options.
      pool.options.connectionString = url
      this.once('end', () => {
        if (!accepted.has(this) && shared.hostPosition === position) shared.hostPosition += 1
      })
    }
  }
  const pool: Pool = new Pool({
    connectionString: readUrls()[0],
    Client: HostClient,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the promise, although its type returns void
    onConnect: async (client) => {
      const preparing = prepareSession(client, settings, shared.schema, isSession)
      const { pid, isReadOnly } = await Promise.race([preparing, failAfter(connectTimeoutMs)])
      // Every write would fail on a standby.
      if (isReadOnly) throw unavailable('25006', 'the server is read-only')
      if (isSession) serverPids.set(client, pid)
      accepted.add(client)
    },
    ...config,
  })
  // Without a listener, the error of an idle connection would end the process.
  pool.on('error', () => {})
  return pool
}

/** Replaces `sslmode` values that `pg` treats as `verify-full`, because it prints a warning for them. */
const withoutWarning = (url: string) =>
  url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/** Splits a URL by host: `postgresql://user@one:5432,two:5432/database`. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)((?:[/?#].*)?)$/.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

async function failAfter(timeoutMs: number): Promise<never> {
  await wait(timeoutMs, undefined, { ref: false })
  throw unavailable('CONNECT_TIMEOUT', 'a new connection did not respond in time')
}

const unavailable = (code: string, reason: string) =>
  new DomainError('storage-unavailable', { cause: codedError(code, reason) })
