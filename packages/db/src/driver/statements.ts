import { DomainError } from '@partner-accounts/core'
import type { Pool } from 'pg'
import type { Prisma } from '../prisma/generated/client.ts'
import { type RowReader, runPrepared } from './prepared-query.ts'
import { SERVER_DEFAULTS } from './remote-postgres.ts'
import { isRefusal, SharedConnections } from './shared-connections.ts'
import { checkInTime, Turns } from './turns.ts'

/** A statement written by hand. Its rows are numbers, texts, bytes and nulls: those read alike over `pg` and Prisma. */
export class Statement<Row> {
  /** Of the type alone. */
  declare readonly row: Row

  readonly text: string

  /** Known from the first execution on any connection. */
  reader: RowReader | undefined

  /** @param name under which each connection keeps it, parsed and planned, and by which traces and PostgreSQL's views tell it */
  constructor(
    readonly name: string,
    text: string,
  ) {
    this.text = `/* ${name} */ ${text}`
  }
}

/** Runs statements written by hand, where a client that makes statements costs several times what they do. */
export interface Statements {
  /** For those that change nothing, wait for nobody and are done at once: they may go to the server together. */
  read<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  /** @param turnOf whose turn it takes: of those that would only wait for each other in the database */
  run<Row>(statement: Statement<Row>, values: readonly unknown[], turnOf?: string): Promise<Row[]>
}

/** One has the row that the others want, the next one is there when it lets go. */
const TURNS_AT_ONCE = 2

/** On connections of the pool: reads together, everything else by itself. */
export class PoolStatements implements Statements {
  readonly #pool: Pool
  readonly #shared: SharedConnections
  readonly #turns: Turns

  constructor(pool: Pool) {
    this.#pool = pool
    this.#shared = new SharedConnections(pool)
    const { connectionTimeoutMillis: withinMs = SERVER_DEFAULTS.connectTimeoutMs } = pool.options
    this.#turns = new Turns(TURNS_AT_ONCE, withinMs)
    // A connection that ends fails the statement on it. Its event, unheard, would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  read<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.#shared.use((client) => runPrepared(client, statement, values))
  }

  run<Row>(statement: Statement<Row>, values: readonly unknown[], turnOf?: string): Promise<Row[]> {
    if (turnOf === undefined) return this.#run(statement, values)
    return this.#turns.take(turnOf, (startBy) => this.#run(statement, values, startBy))
  }

  async #run<Row>(statement: Statement<Row>, values: readonly unknown[], startBy = Infinity): Promise<Row[]> {
    const client = await this.#pool.connect()
    try {
      checkInTime(startBy)
      const rows = await runPrepared(client, statement, values)
      client.release()
      return rows
    } catch (error) {
      client.release(!(isRefusal(error) || error instanceof DomainError))
      throw error
    }
  }
}

/** All of them in one of Prisma's transactions. */
export class TransactionStatements implements Statements {
  readonly #transaction: Prisma.TransactionClient

  constructor(transaction: Prisma.TransactionClient) {
    this.#transaction = transaction
  }

  read<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.run(statement, values)
  }

  run<Row>({ text }: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.#transaction.$queryRawUnsafe<Row[]>(text, ...values)
  }
}
