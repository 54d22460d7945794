import {
  MAIL_PRIORITIES,
  mailDelaySeconds,
  type MailOutbox,
  type MailSummary,
  type SealingKeys,
} from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { FIND, QUEUE, RETRY } from '../../sql/mail-statements.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { findReseller } from './find-reseller.ts'
import { fromStoredKind, sealContent, toStoredKind, unsealContent } from './mail-content.ts'

const columns = {
  id: true,
  kind: true,
  recipient: true,
  status: true,
  attempts: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
} satisfies Prisma.MailSelect

type MailRow = Prisma.MailGetPayload<{ select: typeof columns }>

/** Queues mails in PostgreSQL. */
export const createPrismaMailOutbox = (client: Client, run: RunStatement, sealingKeys: SealingKeys): MailOutbox => ({
  async queue({ id, recipient, content, partnerId, accountId }) {
    const { kind } = content
    await run(QUEUE, {
      ...{ id, recipient, partnerId: partnerId ?? NO_PARTNER, accountId },
      kind: toStoredKind(kind),
      priority: MAIL_PRIORITIES[kind],
      delaySeconds: mailDelaySeconds(kind),
      sealedContent: sealContent(id, content, sealingKeys),
    })
  },

  async retry(ids) {
    // Not one statement: Citus cannot return enums from an update.
    const retried = (await run(RETRY, { ids })).map(({ id }) => id)
    const rows = await client.mail.findMany({ select: columns, where: { id: { in: retried } } })
    return rows.map(toSummary)
  },

  async find(id) {
    const [row] = await run(FIND, { id })
    if (!row) return undefined
    const { sealed_content: sealed, partnerId, accountId, ...mail } = row
    return {
      ...toSummary(mail),
      reseller: await findReseller(run, { partnerId, accountId }),
      content: sealed === null ? undefined : unsealContent(id, sealed, sealingKeys),
    }
  },
})

const toSummary = ({ kind, ...mail }: MailRow): MailSummary => ({ ...mail, kind: fromStoredKind(kind) })
