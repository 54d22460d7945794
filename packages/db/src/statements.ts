import { DatabaseError, type Pool } from 'pg'
import type { Prisma } from './generated/client.ts'
import { type RowReader, runPrepared } from './prepared-query.ts'

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
  run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
}

/** Each one by itself, on a connection of the pool. */
export class PoolStatements implements Statements {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
    // A connection that ends fails the statement on it. Its event, unheard, would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  async run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.#pool.connect()
    try {
      const rows = await runPrepared(client, statement, values)
      client.release()
      return rows
    } catch (error) {
      // What the server refuses is no fault of the connection, which `pool.query` would throw away.
      client.release(!isRefusal(error))
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

  run<Row>({ text }: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.#transaction.$queryRawUnsafe<Row[]>(text, ...values)
  }
}

/** `FATAL` and `PANIC` end the connection. */
const isRefusal = (error: unknown): boolean => error instanceof DatabaseError && error.severity === 'ERROR'
