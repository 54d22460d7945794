import type { Connections } from '../driver/connections.ts'
import type { Statement } from './statement.ts'

/**
 * Runs a statement written by hand, and returns its rows.
 *
 * @param startBy the time (of `performance.now`) by which the statement must have a connection
 * @throws DomainError see `toDomainError`
 */
export type RunStatement = <Parameters, Row>(
  statement: Statement<Parameters, Row>,
  parameters: Parameters,
  startBy?: number,
) => Promise<Row[]>

/**
 * Returns a function that runs each statement on any connection of the pool.
 *
 * @param prepared whether connections keep statements prepared, each under its name
 */
export const runOn =
  (connections: Connections, prepared = true): RunStatement =>
  async <Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters, startBy?: number) => {
    const { name, text } = statement
    const values = statement.values(parameters)
    const { rows } = await connections.query(prepared ? { name, text, values } : { text, values }, startBy)
    return rows as Row[]
  }
