import {
  type IdGenerator,
  MAIL_PRIORITIES,
  mailDelaySeconds,
  type MailOutbox,
  type MailSummary,
  type SealingKeys,
} from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { FIND, QUEUE, RETRY } from '../../sql/mail-statements.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { findReseller } from './find-reseller.ts'
import { fromStoredKind, sealContent, toStoredKind, unsealContent } from './mail-content.ts'

/** Queues mails in PostgreSQL. */
export const createPostgresMailOutbox = (
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
): MailOutbox => ({
  async queue({ recipient, content, partnerId = NO_PARTNER, accountId = null }) {
    const id = newId()
    const { kind } = content
    await run(QUEUE, {
      ...{ id, recipient, partnerId, accountId },
      kind: toStoredKind(kind),
      priority: MAIL_PRIORITIES[kind],
      delaySeconds: mailDelaySeconds(kind),
      sealedContent: sealContent(id, content, sealingKeys),
    })
    return id
  },

  async retry(ids) {
    // Not one statement: Citus cannot return enums from an update.
    const retried = await run(RETRY, { ids })
    const rows = await run(FIND, { ids: retried.map(({ id }) => id) })
    return rows.map(toSummary)
  },

  async find(id) {
    const [row] = await run(FIND, { ids: [id] })
    return (
      row && {
        ...toSummary(row),
        reseller: await findReseller(run, row),
        content: row.sealed_content === null ? undefined : unsealContent(id, row.sealed_content, sealingKeys),
      }
    )
  },
})

const toSummary = (row: (typeof FIND)['row']): MailSummary => ({
  ...{ id: row.id, kind: fromStoredKind(row.kind), recipient: row.recipient, status: row.status },
  ...{ attempts: row.attempts, lastError: row.lastError, createdAt: row.createdAt, sentAt: row.sentAt },
})
