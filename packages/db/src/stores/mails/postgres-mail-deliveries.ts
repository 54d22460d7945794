import type { ClaimedMail, MailDeliveries, MailQueueState } from '@partner-accounts/core'
import type { Statement, Statements } from '../../driver/statements.ts'
import { reachingStorage } from '../../driver/storage-errors.ts'
import { unsealContent } from './mail-content.ts'
import { CLAIM, DEFER, GIVE_UP, MARK_SENT, STATE } from '../../sql/mail-statements.ts'

/**
 * Deliveries of mails queued in PostgreSQL. By statements written by hand: the queue is asked every second, and a
 * service that does nothing else has no need for Prisma's compiler of queries, which takes tens of megabytes.
 */
export class PostgresMailDeliveries implements MailDeliveries {
  readonly #statements: Statements
  readonly #sealingKey: Uint8Array

  constructor(statements: Statements, sealingKey: Uint8Array) {
    this.#statements = statements
    this.#sealingKey = sealingKey
  }

  async claim(claimSeconds: number): Promise<ClaimedMail | undefined> {
    const [row] = await this.#run(CLAIM, [claimSeconds])
    if (!row) return undefined
    const { id, recipient, attempts } = row
    return { id, recipient, attempts, content: unsealContent(id, row.sealed_content, this.#sealingKey) }
  }

  async markSent({ id, attempts }: ClaimedMail): Promise<void> {
    await this.#run(MARK_SENT, [id, attempts])
  }

  async markFailed({ id, attempts }: ClaimedMail, error: string, retryInSeconds: number | undefined): Promise<void> {
    if (retryInSeconds === undefined) await this.#run(GIVE_UP, [id, attempts, error])
    else await this.#run(DEFER, [id, attempts, error, retryInSeconds])
  }

  async state(countTo: number): Promise<MailQueueState> {
    const [row] = await this.#run(STATE, [countTo])
    // Without a FROM there is always one row.
    return row as MailQueueState
  }

  #run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return reachingStorage(() => this.#statements.run(statement, values))
  }
}
