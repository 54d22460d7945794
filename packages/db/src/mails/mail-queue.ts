import type { ClaimedMail, DeliveryQueue, MailContent, SealingKeys } from '@partner-accounts/core'
import { sql } from 'kysely'
import { partnerOf } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import { createDeliveryQueue } from '../queue/delivery-queue.ts'
import type { CitusCheck } from '../sql/citus.ts'
import { afterSeconds } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { findResellers, unsealContent } from './content.ts'

/** Erases the content of a sent mail, which may contain an activation link. */
export const createMailQueue = (
  client: Client,
  run: RunStatement,
  hasCitus: CitusCheck,
  sealingKeys: SealingKeys,
): DeliveryQueue<ClaimedMail> => {
  const contentOf = ({ id, sealed_content: sealed }: { id: string; sealed_content: Uint8Array | null }) => {
    if (sealed === null) throw new Error(`mail ${id} is queued without content`)
    return unsealContent(id, sealed, sealingKeys)
  }
  return createDeliveryQueue(run, hasCitus, {
    table: 'mails',
    columns: ['recipient', 'sealed_content', 'account_id'],
    finished: {
      sent_at: afterSeconds(sql`o.sent`),
      sealed_content: sql`CASE WHEN o.status = 'sent' THEN NULL ELSE mails.sealed_content END`,
    },
    async load(rows) {
      const [opened, failures] = [[] as { row: (typeof rows)[number]; content: MailContent }[], [] as unknown[]]
      for (const row of rows) {
        try {
          opened.push({ row, content: contentOf(row) })
        } catch (error) {
          failures.push(error)
        }
      }
      // A mail whose key was removed does not delay the others.
      if (opened.length === 0) throw failures[0]
      const resellers = await findResellers(
        client,
        opened.map(({ row }) => ({ partnerId: row.partnerId, accountId: row.account_id })),
      )
      return opened.map(({ row: { id, partnerId, recipient, attempts }, content }, index) => ({
        id,
        partnerId: partnerOf(partnerId),
        recipient,
        content,
        attempts,
        reseller: resellers[index],
      }))
    },
  })
}
