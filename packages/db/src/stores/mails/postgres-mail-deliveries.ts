import type { ClaimedMail, MailDeliveries, SealingKeys } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
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
export function createPostgresMailDeliveries(run: RunStatement, sealingKeys: SealingKeys): MailDeliveries {
  async function toClaimed(
    { id, partnerId, attempts }: (typeof DUE)['row'],
    { recipient, accountId, sealed_content: sealed }: (typeof CLAIM)['row'],
  ): Promise<ClaimedMail> {
    if (sealed === null) throw new Error(`mail ${id} is queued without content`)
    const content = unsealContent(id, sealed, sealingKeys)
    const reseller = await findReseller(run, { partnerId, accountId })
    return { id, partnerId: partnerOf(partnerId), recipient, content, attempts: attempts + 1, reseller }
  }

  return {
    async claim(claimSeconds) {
      for (;;) {
        const due = await run(DUE, { limit: MAX_CANDIDATES })
        if (due.length === 0) return undefined
        for (const candidate of due) {
          const [row] = await run(CLAIM, { ...candidate, claimSeconds })
          if (row) return toClaimed(candidate, row)
        }
      }
    },

    async markSent(mail) {
      await run(MARK_SENT, keyOf(mail))
    },

    async markFailed(mail, error, retryInSeconds) {
      if (retryInSeconds === undefined) await run(MARK_FAILED, { ...keyOf(mail), error })
      else await run(DEFER, { ...keyOf(mail), error, retryInSeconds })
    },

    async state(countTo) {
      const [row] = await run(STATE, { countTo })
      return row!
    },
  }
}

const keyOf = ({ id, partnerId, attempts }: ClaimedMail) => ({ id, partnerId: partnerId ?? NO_PARTNER, attempts })
