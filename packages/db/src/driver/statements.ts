import { DomainError } from '@partner-accounts/core'
import type { Statement } from '../sql/statement.ts'
import type { Connections } from './connections.ts'

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

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async run<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    startBy = Infinity,
  ): Promise<Row[]> {
    const connection = await this.#connections.acquire()
    try {
      if (performance.now() > startBy) throw new DomainError('storage-unavailable')
      const { name, text } = statement
      const { rows } = await connection.query({ name, text, values: statement.values(parameters) })
      return rows as Row[]
    } finally {
      connection.release()
    }
  }
}
