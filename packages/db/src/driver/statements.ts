import { DomainError } from '@partner-accounts/core'
import type { Statement } from '../sql/statement.ts'
import { type Connections, purposeOf } from './connections.ts'

/** Runs statements written by hand. */
export interface Statements {
  /**
   * @param startBy the time (of `performance.now`) by which the statement must have a connection
   * @throws DomainError see `toDomainError`
   */
  run<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters, startBy?: number): Promise<Row[]>
}

/** Runs each statement on any connection of the pool, which keeps it prepared under its name. */
export class PoolStatements implements Statements {
  readonly #connections: Connections
  readonly #prepared: boolean

  /** @param prepared whether connections keep statements prepared */
  constructor(connections: Connections, prepared = true) {
    this.#connections = connections
    this.#prepared = prepared
  }

  async run<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    startBy = Infinity,
  ): Promise<Row[]> {
    const connection = await this.#connections.acquire(purposeOf(statement.text))
    try {
      if (performance.now() > startBy) throw new DomainError('storage-unavailable')
      const { name, text } = statement
      const query = { text, values: statement.values(parameters) }
      const { rows } = await connection.query(this.#prepared ? { name, ...query } : query)
      return rows as Row[]
    } finally {
      connection.release()
    }
  }
}
