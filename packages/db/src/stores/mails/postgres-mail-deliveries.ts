import type { ClaimedMail, MailDeliveries, MailQueueState, SealingKeys } from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { CLAIM, DEFER, MARK_FAILED, MARK_SENT, STATE } from '../../sql/mail-statements.ts'
import { unsealContent } from './mail-content.ts'

/**
 * Delivers mails queued in PostgreSQL. Its statements are written by hand: the queue is polled every second, and an idle
 * service should not load Prisma's query compiler, which takes tens of megabytes.
 */
export class PostgresMailDeliveries implements MailDeliveries {
  readonly #statements: Statements
  readonly #sealingKeys: SealingKeys

  constructor(statements: Statements, sealingKeys: SealingKeys) {
    this.#statements = statements
    this.#sealingKeys = sealingKeys
  }

  async claim(claimSeconds: number): Promise<ClaimedMail | undefined> {
    const [row] = await this.#statements.run(CLAIM, { claimSeconds })
    if (!row) return undefined
    const { id, recipient, attempts, sealed_content: sealed } = row
    if (sealed === null) throw new Error(`mail ${id} is queued without content`)
    const { reseller_name: name, reseller_email: email } = row
    const reseller = name === null ? undefined : { name, email: email ?? undefined }
    return { id, recipient, attempts, reseller, content: unsealContent(id, sealed, this.#sealingKeys) }
  }

  async markSent({ id, attempts }: ClaimedMail): Promise<void> {
    await this.#statements.run(MARK_SENT, { id, attempts })
  }

  async markFailed({ id, attempts }: ClaimedMail, error: string, retryInSeconds: number | undefined): Promise<void> {
    if (retryInSeconds === undefined) await this.#statements.run(MARK_FAILED, { id, attempts, error })
    else await this.#statements.run(DEFER, { id, attempts, error, retryInSeconds })
  }

  async state(countTo: number): Promise<MailQueueState> {
    const [row] = await this.#statements.run(STATE, { countTo })
    if (!row) throw new Error('a SELECT without FROM returned no row')
    return row
  }
}
