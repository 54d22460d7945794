import type { ClaimedMail, MailDeliveries, MailQueueState, SealingKeys } from '@partner-accounts/core'
import type { Statements } from '../../driver/statements.ts'
import { CLAIM, DEFER, DUE, MARK_FAILED, MARK_SENT, STATE } from '../../sql/mail-statements.ts'
import { NO_PARTNER, partnerOf } from '../no-partner.ts'
import { findReseller } from './find-reseller.ts'
import { unsealContent } from './mail-content.ts'

/** If other workers claim the first mails meanwhile, one of the next ones is free. */
const MAX_CANDIDATES = 16

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
    for (;;) {
      const due = await this.#statements.run(DUE, { limit: MAX_CANDIDATES })
      if (due.length === 0) return undefined
      for (const candidate of due) {
        const [row] = await this.#statements.run(CLAIM, { ...candidate, claimSeconds })
        if (row) return this.#claimed(candidate, row)
      }
    }
  }

  async markSent(mail: ClaimedMail): Promise<void> {
    await this.#statements.run(MARK_SENT, keyOf(mail))
  }

  async markFailed(mail: ClaimedMail, error: string, retryInSeconds: number | undefined): Promise<void> {
    if (retryInSeconds === undefined) await this.#statements.run(MARK_FAILED, { ...keyOf(mail), error })
    else await this.#statements.run(DEFER, { ...keyOf(mail), error, retryInSeconds })
  }

  async #claimed({ id, partnerId, attempts }: (typeof DUE)['row'], row: (typeof CLAIM)['row']): Promise<ClaimedMail> {
    const { recipient, accountId, sealed_content: sealed } = row
    if (sealed === null) throw new Error(`mail ${id} is queued without content`)
    const content = unsealContent(id, sealed, this.#sealingKeys)
    const reseller = await findReseller(this.#statements, { partnerId, accountId })
    const claimed = { id, partnerId: partnerOf(partnerId), recipient, content, attempts: attempts + 1 }
    return { ...claimed, reseller }
  }

  async state(countTo: number): Promise<MailQueueState> {
    const [row] = await this.#statements.run(STATE, { countTo })
    if (!row) throw new Error('a SELECT without FROM returned no row')
    return row
  }
}

const keyOf = ({ id, partnerId, attempts }: ClaimedMail) => ({ id, partnerId: partnerId ?? NO_PARTNER, attempts })
