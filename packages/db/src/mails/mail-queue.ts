import type { ClaimedMail, DeliveryQueue, SealingKeys } from '@partner-accounts/core'
import { sql } from 'kysely'
import { partnerOf } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import { createDeliveryQueue, orError } from '../queue/delivery-queue.ts'
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
): DeliveryQueue<ClaimedMail> =>
  createDeliveryQueue(run, hasCitus, {
    table: 'mails',
    columns: ['kind', 'recipient', 'sealed_content', 'account_id'],
    finished: {
      sent_at: afterSeconds(sql`o.sent`),
      sealed_content: sql`CASE WHEN o.status = 'sent' THEN NULL ELSE mails.sealed_content END`,
    },
    async load(rows) {
      const resellers = await findResellers(
        client,
        rows.map(({ partnerId, account_id: accountId }) => ({ partnerId, accountId })),
      )
      return rows.map(({ id, partnerId, kind, recipient, sealed_content: sealed, attempts }, index) => ({
        id,
        partnerId: partnerOf(partnerId),
        kind,
        recipient,
        content: orError(() => unsealContent(id, sealed!, sealingKeys)),
        attempts,
        reseller: resellers[index],
      }))
    },
  })
