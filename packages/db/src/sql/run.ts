import type { Connections } from '../driver/connections.ts'
import type { Statement } from './statement.ts'

/**
 * @param startBy deadline for a connection, a time of `performance.now`
 * @throws DomainError see `toDomainError`
 */
export type RunStatement = <Parameters, Row>(
  statement: Statement<Parameters, Row>,
  parameters: NoInfer<Parameters>,
  startBy?: number,
) => Promise<Row[]>

/** @param isPrepared whether connections keep statements prepared */
export const runOn =
  (connections: Connections, isPrepared = true): RunStatement =>
  async <Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters, startBy?: number) => {
    const { name, text } = statement
    const values = statement.values(parameters)
    const { rows } = await connections.query(isPrepared ? { name, text, values } : { text, values }, startBy)
    return rows as Row[]
  }
