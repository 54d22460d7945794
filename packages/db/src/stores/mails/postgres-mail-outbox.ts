import { type IdGenerator, type MailOutbox, type MailSummary, type SealingKeys } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import type { Client } from '../../prisma/client.ts'
import { FIND, QUEUE, RETRY } from '../../sql/mail-statements.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { findReseller } from './find-reseller.ts'
import { queuedMail, unsealContent } from './mail-content.ts'

/** Queues mails in PostgreSQL. */
export const createPostgresMailOutbox = (
  client: Client,
  run: RunStatement,
  newId: IdGenerator,
  sealingKeys: SealingKeys,
): MailOutbox => ({
  async queue(mail) {
    const id = newId()
    const { partnerId = NO_PARTNER, accountId = null } = mail
    await run(QUEUE, { ...queuedMail(mail, id, sealingKeys), partnerId, accountId })
    return id
  },

  async retry(ids) {
    const retried = await run(RETRY, { ids })
    const rows = await run(FIND, { ids: retried.map(({ id }) => id) })
    return rows.map(toSummary)
  },

  async discard(id) {
    const { count } = await client.mail.deleteMany({ where: { id, status: { not: 'sent' } } })
    return count > 0
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
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  status: row.status,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt,
  sentAt: row.sentAt,
})
