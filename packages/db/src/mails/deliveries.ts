import type { ClaimedMail, MailDeliveries, MailStatus, SealingKeys } from '@partner-accounts/core'
import { sql } from 'kysely'
import { NO_PARTNER, partnerOf } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import { inSeconds, now, readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'
import { findReseller, unsealContent } from './content.ts'

/**
 * The longest due mails of the highest priority. The clock is rounded as the column is, or a mail could become due half
 * a millisecond late.
 */
// Hot: every instance polls it each second. Prisma cannot compare with the database's clock.
const DUE = new Statement('mails_due', ({ limit }: Given<{ limit: number }>) =>
  queries
    .selectFrom('mails')
    .select(['partner_id as partnerId', 'id', 'attempts'])
    .where('status', '=', 'queued')
    .where('due_at', '<=', sql<Date>`${now}::timestamptz(3)`)
    .orderBy('priority')
    .orderBy('due_at')
    .limit(sql<number>`${limit}::int`),
)

type Claim = { partnerId: string; id: string; attempts: number }

/**
 * A claimed mail is not due until the claim expires. Exactly one concurrent claim succeeds: the others no longer find
 * the number of attempts.
 */
// Hot, and by the database's clock.
const CLAIM = new Statement('mail_claim', (given: Given<Claim & { claimSeconds: number }>) =>
  queries
    .updateTable('mails')
    .where('partner_id', '=', given.partnerId)
    .where('id', '=', given.id)
    .where('attempts', '=', given.attempts)
    .where('status', '=', 'queued')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: inSeconds(given.claimSeconds) }))
    .returning(['recipient', 'sealed_content', 'account_id as accountId']),
)

/** Counts each status up to `countTo`. */
// Runs on each metrics scrape. Prisma would take four round trips.
const STATE = new Statement('mail_queue_state', ({ countTo }: Given<{ countTo: number }>) => {
  const mails = queries.selectFrom('mails')
  const count = (status: MailStatus) =>
    sql<number>`(SELECT count(*)::int FROM (${mails.select('status').where('status', '=', status)} LIMIT ${countTo}::int) AS counted)`
  // The index finds the oldest mail of each priority.
  const oldestDue = (priority: number) =>
    mails
      .select(({ fn }) => fn.min('due_at').as('due_at'))
      .where('status', '=', 'queued')
      .where('priority', '=', priority)
      .where('due_at', '<=', now)
  return queries.selectNoFrom([
    count('queued').as('queued'),
    count('failed').as('failed'),
    sql<number>`coalesce(extract(epoch FROM ${now} - least((${oldestDue(0)}), (${oldestDue(1)}))), 0)::float8`.as(
      'overdueSeconds',
    ),
  ])
})

/** Others may claim the first mails meanwhile. */
const MAX_CANDIDATES = 16

export function createMailDeliveries(client: Client, run: RunStatement, sealingKeys: SealingKeys): MailDeliveries {
  async function toClaimed(
    { id, partnerId, attempts }: (typeof DUE)['row'],
    { recipient, accountId, sealed_content: sealed }: (typeof CLAIM)['row'],
  ): Promise<ClaimedMail> {
    if (sealed === null) throw new Error(`mail ${id} is queued without content`)
    const content = unsealContent(id, sealed, sealingKeys)
    const reseller = await findReseller(client, { partnerId, accountId })
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
      const data = { status: 'sent', sentAt: await readClock(run), sealedContent: null, lastError: null }
      await client.mail.updateMany({ data, where: claimOf(mail) })
    },

    async markFailed(mail, lastError, retryInSeconds) {
      const data =
        retryInSeconds === undefined
          ? { status: 'failed', lastError }
          : { lastError, dueAt: secondsAfter(await readClock(run), retryInSeconds) }
      await client.mail.updateMany({ data, where: claimOf(mail) })
    },

    async state(countTo) {
      const [row] = await run(STATE, { countTo })
      return row!
    },
  }
}

/** The number of attempts identifies the claim: another worker's claim changes it. */
const claimOf = ({ id, partnerId, attempts }: ClaimedMail) => ({
  id,
  partnerId: partnerId ?? NO_PARTNER,
  attempts,
  status: 'queued',
})
