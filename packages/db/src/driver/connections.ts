import { DomainError } from '@partner-accounts/core'
import {
  type Pool,
  type PoolClient,
  Query,
  type QueryArrayConfig,
  type QueryArrayResult,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import { AbandonedConnections } from './abandoned-connections.ts'
import { breaksConnection, toDomainError } from './database-errors.ts'
import { KeyedSemaphore } from './keyed-semaphore.ts'
import { READ_ONLY, serverPidOf } from './open-server-pool.ts'

/** Observes the execution of a statement, as a span of a trace does. */
export type ObserveStatement = <T>(text: string, execute: () => Promise<T>) => Promise<T>

export interface ConnectionOptions {
  /** Timeout of the response to a statement, after which its connection is discarded; undefined: no timeout. */
  responseTimeoutMs?: number | undefined
  observe?: ObserveStatement | undefined
}

/**
 * The connections of a pool. Every statement of the service uses them, whether it is written by hand or by
 * Prisma. They apply the timeout, observe the statement and map its errors to domain errors.
 */
export class Connections {
  readonly #pool: Pool
  readonly #options: ConnectionOptions
  readonly #abandoned: AbandonedConnections
  readonly #changes: KeyedSemaphore

  constructor(pool: Pool, options: ConnectionOptions) {
    this.#pool = pool
    this.#options = options
    this.#abandoned = new AbandonedConnections(pool.options)
    const { max, connectionTimeoutMillis = Infinity } = pool.options
    this.#changes = new KeyedSemaphore(Math.max(1, max - Math.ceil(max / RESERVED_SHARE)), connectionTimeoutMillis)
    // A connection that breaks rejects its statement. Without a listener, its event would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * Checks out a connection. The caller must release it.
   *
   * @param purpose changes leave some connections for reads: when commits hang because a synchronous standby is missing,
   *   reads still succeed
   * @throws DomainError `storage-unavailable` if none is free in time, or the server cannot be reached
   */
  async acquire(purpose: Purpose): Promise<Connection> {
    const releaseSlot = purpose === 'change' ? await this.#changes.acquire('') : undefined
    try {
      return new Connection(await this.#pool.connect(), this.#options, this.#abandoned, releaseSlot)
    } catch (error) {
      releaseSlot?.()
      throw toDomainError(error)
    }
  }

  /** Stops tracking abandoned connections, so that the pool can end. */
  close(): void {
    this.#abandoned.close()
  }

  /**
   * Runs a statement on any connection.
   *
   * @param startBy the time (of `performance.now`) by which the statement must have a connection
   * @throws DomainError see `toDomainError`
   */
  async query(config: QueryConfig, startBy = Infinity): Promise<QueryResult> {
    const connection = await this.acquire(purposeOf(config.text))
    try {
      if (performance.now() > startBy) throw new DomainError('storage-unavailable')
      return await connection.query(config)
    } finally {
      connection.release()
    }
  }

  /** Returns whether the server accepts writes. Discards the connection if it does not. */
  async isWritable(): Promise<boolean> {
    const connection = await this.acquire('read')
    try {
      const { rows } = await connection.query({ text: READ_ONLY })
      const isReadOnly = (rows[0] as { transaction_read_only: 'on' | 'off' }).transaction_read_only === 'on'
      if (isReadOnly) connection.discard()
      return !isReadOnly
    } finally {
      connection.release()
    }
  }
}

/** Whether a connection is used only to read, or to change data. */
export type Purpose = 'read' | 'change'

/** Returns the purpose of a single statement, which may begin with a comment. */
const purposeOf = (text: string): Purpose => (/^(\/\*[^*]*\*\/)?\s*(SELECT|SHOW)\b/i.test(text) ? 'read' : 'change')

/** One in this many connections is reserved for reads. */
const RESERVED_SHARE = 5

/** A connection that is checked out. */
export class Connection {
  readonly #client: PoolClient
  readonly #options: ConnectionOptions
  readonly #abandoned: AbandonedConnections
  readonly #releaseSlot: (() => void) | undefined
  #isBroken = false
  #isReleased = false

  constructor(
    client: PoolClient,
    options: ConnectionOptions,
    abandoned: AbandonedConnections,
    releaseSlot: (() => void) | undefined,
  ) {
    this.#client = client
    this.#options = options
    this.#abandoned = abandoned
    this.#releaseSlot = releaseSlot
  }

  /**
   * Runs a statement. If its response takes too long, the connection is closed: a late response would be mistaken
   * for the response to the next statement.
   *
   * @throws DomainError see `toDomainError`
   */
  async query(config: QueryConfig | QueryArrayConfig): Promise<QueryResult & QueryArrayResult> {
    const { responseTimeoutMs, observe } = this.#options
    const timeout = responseTimeoutMs === undefined ? undefined : setTimeout(() => this.#abandon(), responseTimeoutMs)
    const execute = () => collectRows(this.#client, config)
    try {
      return await (observe ? observe(config.text, execute) : execute())
    } catch (error) {
      if (this.#isReleased) throw timedOut(error)
      this.#isBroken ||= breaksConnection(error)
      throw toDomainError(error)
    } finally {
      clearTimeout(timeout)
    }
  }

  /** Returns the connection to the pool, or discards it if it is broken. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.release(this.#isBroken)
    this.#releaseSlot?.()
  }

  /** Closes the connection instead of returning it to the pool. */
  discard(): void {
    this.#isBroken = true
    this.release()
  }

  /**
   * Closes the connection in the middle of a statement, which rejects the statement. The pool counts the connection
   * until the server has ended its session.
   */
  #abandon(): void {
    const pid = serverPidOf(this.#client)
    if (pid === undefined) return this.discard()
    this.#isReleased = true
    void this.#client.end()
    this.#abandoned.track(pid, () => {
      this.#client.release(true)
      this.#releaseSlot?.()
    })
  }
}

/**
 * Runs a statement and collects its rows from events. The list in which `pg` itself collects them is among V8's long-lived
 * objects, so each collection of garbage would copy the rows as if they were in use.
 */
const collectRows = (client: PoolClient, config: QueryConfig): Promise<QueryResult & QueryArrayResult> =>
  new Promise((resolve, reject) => {
    const rows: (QueryResult & QueryArrayResult)['rows'] = []
    const query = new Query(config)
    query.on('row', (row) => rows.push(row))
    query.on('error', reject)
    query.on('end', ({ command, rowCount, oid, fields }) => resolve({ command, rowCount, oid, fields, rows }))
    client.query(query)
  })

const timedOut = (cause: unknown) =>
  new DomainError('storage-unavailable', { cause: new Error('the database did not respond in time', { cause }) })
