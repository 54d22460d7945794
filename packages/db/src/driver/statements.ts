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
  readonly #prepared: boolean

  /** @param prepared whether connections keep statements prepared */
  constructor(connections: Connections, prepared = true) {
    this.#connections = connections
    this.#prepared = prepared
  }

  async run<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    startBy?: number,
  ): Promise<Row[]> {
    const { name, text } = statement
    const query = { text, values: statement.values(parameters) }
    const { rows } = await this.#connections.query(this.#prepared ? { name, ...query } : query, startBy)
    return rows as Row[]
  }
}
