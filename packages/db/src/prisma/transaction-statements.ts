import type { Statements } from '../driver/statements.ts'
import type { Statement } from '../sql/statement.ts'
import type { Prisma } from './generated/client.ts'

/** Runs statements written by hand in one of Prisma's transactions. */
export class TransactionStatements implements Statements {
  readonly #transaction: Prisma.TransactionClient

  constructor(transaction: Prisma.TransactionClient) {
    this.#transaction = transaction
  }

  run<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]> {
    return this.#transaction.$queryRawUnsafe<Row[]>(statement.text, ...statement.values(parameters))
  }
}
