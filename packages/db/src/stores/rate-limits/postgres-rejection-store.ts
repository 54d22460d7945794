import type { RejectedRequests, RejectionStore } from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { ADD_REJECTIONS, DELETE_REJECTIONS } from '../../sql/rejection-statements.ts'

/** Stores the rejections of the rate limit in PostgreSQL. */
export class PostgresRejectionStore implements RejectionStore {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  async add(rejected: readonly RejectedRequests[]): Promise<void> {
    await this.#statements.run(ADD_REJECTIONS, {
      partnerIds: rejected.map(({ partnerId }) => partnerId),
      minutes: rejected.map(({ minute }) => minute),
      requests: rejected.map(({ requests }) => requests),
    })
  }

  async deleteBefore(before: Date): Promise<void> {
    await this.#statements.run(DELETE_REJECTIONS, { before })
  }
}
