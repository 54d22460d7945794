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
import { codedError } from './coded-error.ts'
import { breaksConnection, toConnectError, toDomainError } from './database-errors.ts'
import { KeyedSemaphore } from './keyed-semaphore.ts'
import { serverPidOf } from './open-server-pool.ts'
import { READ_ONLY } from './session.ts'

export type ObserveStatement = <T>(text: string, execute: () => Promise<T>) => Promise<T>

export interface ConnectionOptions {
  /** Milliseconds after which a connection that does not respond is discarded. Default: no timeout. */
  responseTimeoutMs?: number | undefined
  observe?: ObserveStatement | undefined
}

export type Purpose = 'read' | 'change'

/** One connection in this many is reserved for reads. */
const RESERVED_SHARE = 5

/** All changes share the slots of one key. */
const ALL_CHANGES = ''

/** Runs every statement, including Prisma's, with the timeout, observer and error mapping. */
export class Connections {
  readonly #pool: Pool
  readonly #options: ConnectionOptions
  readonly #abandoned: AbandonedConnections
  readonly #changes: KeyedSemaphore

  constructor(pool: Pool, options: ConnectionOptions) {
    this.#pool = pool
    this.#options = options
    this.#abandoned = new AbandonedConnections(pool.options)
    const { max, connectionTimeoutMillis } = pool.options
    const reservedForReads = Math.ceil(max / RESERVED_SHARE)
    // The pools of the server and of the embedded database have this timeout.
    this.#changes = new KeyedSemaphore(Math.max(1, max - reservedForReads), connectionTimeoutMillis!)
    // Without a listener, the event would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * Checks out a connection, which the caller must release.
   * @param purpose a `change` cannot take the connections that are reserved for reads, so reads succeed even while commits
   * hang because a synchronous standby is missing
   * @throws `storage-unavailable` if none is free in time, or the server cannot be reached
   */
  async acquire(purpose: Purpose): Promise<Connection> {
    const releaseSlot = purpose === 'change' ? await this.#changes.acquire(ALL_CHANGES) : undefined
    try {
      return new Connection(await this.#pool.connect(), this.#options, this.#abandoned, releaseSlot)
    } catch (error) {
      releaseSlot?.()
      throw toConnectError(error)
    }
  }

  close(): void {
    this.#abandoned.close()
  }

  /**
   * @param startBy deadline for starting the statement, as a time of `performance.now`
   * @throws DomainError see `toDomainError`
   */
  async query(config: QueryConfig, startBy?: number): Promise<QueryResult> {
    const connection = await this.acquire(purposeOf(config.text))
    try {
      if (startBy !== undefined && performance.now() > startBy)
        throw new DomainError('storage-unavailable', { cause: codedError('POOL_TIMEOUT', 'no time is left') })
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

/** Returns the purpose of a statement, which may begin with a comment. Common table expressions may contain changes. */
export function purposeOf(text: string): Purpose {
  const [, , firstWord = ''] = /^(\/\*[^*]*\*\/)?\s*(\w+)/.exec(text) ?? []
  const isRead = /^WITH$/i.test(firstWord)
    ? !/\b(INSERT|UPDATE|DELETE)\b/i.test(text)
    : /^(SELECT|SHOW)$/i.test(firstWord)
  return isRead ? 'read' : 'change'
}

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
   * Closes the connection after a timeout, because a late response would be mistaken for the next statement's.
   * @throws DomainError see `toDomainError`
   */
  async query(config: QueryConfig | QueryArrayConfig): Promise<QueryResult & QueryArrayResult> {
    const { responseTimeoutMs, observe } = this.#options
    const timeout = responseTimeoutMs === undefined ? undefined : setTimeout(() => this.#abandon(), responseTimeoutMs)
    const execute = () => collectRows(this.#client, config)
    try {
      return await (observe ? observe(config.text, execute) : execute())
    } catch (error) {
      // Only the timeout releases a connection during a statement.
      if (this.#isReleased) throw timedOut(error)
      this.#isBroken ||= breaksConnection(error)
      throw toDomainError(error)
    } finally {
      clearTimeout(timeout)
    }
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.release(this.#isBroken)
    this.#releaseSlot?.()
  }

  discard(): void {
    this.#isBroken = true
    this.release()
  }

  /** Closes the connection. The pool opens another only after the server has ended the session. */
  #abandon(): void {
    const pid = serverPidOf(this.#client)
    // Behind a pooler, the session is unknown.
    if (pid === undefined) return this.discard()
    this.#isReleased = true
    void this.#client.end()
    this.#abandoned.track(pid, () => {
      this.#client.release(true)
      this.#releaseSlot?.()
    })
  }
}

/** Collects the rows in a new list, because V8 would copy each row that `pg` adds to its long-lived list. */
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
  new DomainError('storage-unavailable', {
    cause: codedError('STATEMENT_TIMEOUT', 'the database did not respond in time', cause),
  })
