import { DomainError } from '@partner-accounts/core'
import type { Pool, PoolClient, QueryArrayConfig, QueryArrayResult, QueryConfig, QueryResult } from 'pg'
import { breaksConnection, toDomainError } from './database-errors.ts'
import { READ_ONLY } from './open-server-pool.ts'

/** Observes the execution of a statement, as a span of a trace does. */
export type ObserveStatement = <T>(text: string, execute: () => Promise<T>) => Promise<T>

export interface ConnectionOptions {
  /** How long a response to a statement may take before its connection is discarded; undefined: no limit. */
  responseTimeoutMs?: number | undefined
  observe?: ObserveStatement | undefined
}

/**
 * The connections of a pool. Every statement of the service goes through them, whether it is written by hand or by
 * Prisma: here it is timed out and observed, and its errors become the domain's.
 */
export class Connections {
  readonly #pool: Pool
  readonly #options: ConnectionOptions

  constructor(pool: Pool, options: ConnectionOptions) {
    this.#pool = pool
    this.#options = options
    // A connection that breaks rejects its statement. Without a listener, its event would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * Checks a connection out. Its holder has to release it.
   *
   * @throws DomainError `storage-unavailable` if none is free in time, or the server cannot be reached
   */
  async acquire(): Promise<Connection> {
    try {
      return new Connection(await this.#pool.connect(), this.#options)
    } catch (error) {
      throw toDomainError(error)
    }
  }

  /**
   * Runs a statement on a connection of its own.
   *
   * @throws DomainError see `toDomainError`
   */
  async query(config: QueryConfig): Promise<QueryResult> {
    const connection = await this.acquire()
    try {
      return await connection.query(config)
    } finally {
      connection.release()
    }
  }

  /** Returns whether the server takes changes. A connection to a server that does not is discarded. */
  async isWritable(): Promise<boolean> {
    const connection = await this.acquire()
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

/** A connection that is checked out. */
export class Connection {
  readonly #client: PoolClient
  readonly #options: ConnectionOptions
  #isBroken = false
  #isReleased = false

  constructor(client: PoolClient, options: ConnectionOptions) {
    this.#client = client
    this.#options = options
  }

  /**
   * Runs a statement. If its response takes too long, the connection is closed, because a late response would be taken
   * for that of the next statement.
   *
   * @throws DomainError see `toDomainError`
   */
  async query(config: QueryConfig | QueryArrayConfig): Promise<QueryResult & QueryArrayResult> {
    const { responseTimeoutMs, observe } = this.#options
    const timeout = responseTimeoutMs === undefined ? undefined : setTimeout(() => this.discard(), responseTimeoutMs)
    const execute = () => this.#client.query(config) as Promise<QueryResult & QueryArrayResult>
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
  }

  /** Closes the connection, which rejects the statement in progress. */
  discard(): void {
    this.#isBroken = true
    this.release()
  }
}

const timedOut = (cause: unknown) =>
  new DomainError('storage-unavailable', { cause: new Error('the database did not respond in time', { cause }) })
