import type { MailFilter, MailKind } from '@partner-accounts/core'
import { sql } from 'kysely'
import { inSeconds, now } from './clock.ts'
import { countUpTo, type Given, queries, Statement } from './statement.ts'

interface QueuedMail {
  id: string
  kind: MailKind
  priority: number
  /** Seconds until it is due. */
  delay: number
  recipient: string
  sealedContent: Uint8Array
  partnerId: string
  accountId: string | null
}

export const QUEUE = new Statement('mail_queue', (given: Given<QueuedMail>) =>
  queries.insertInto('mails').values({
    id: given.id,
    kind: given.kind,
    priority: given.priority,
    recipient: given.recipient,
    sealed_content: given.sealedContent,
    partner_id: given.partnerId,
    account_id: given.accountId,
    due_at: inSeconds(given.delay),
  }),
)

/** What operators read of mails. */
export const mails = queries
  .selectFrom('mails')
  .select(['id', 'kind', 'recipient', 'status', 'attempts', 'last_error as lastError'])
  .select(['created_at as createdAt', 'sent_at as sentAt', 'partner_id as partnerId', 'account_id as accountId'])

/** Mails with their content. */
export const FIND = new Statement('mail_find', ({ ids }: Given<{ ids: readonly string[] }>) =>
  mails.select('sealed_content').where(sql<boolean>`id = ANY(${ids}::text[])`),
)

/** Queues failed mails again. They are due immediately. */
export const RETRY = new Statement('mail_retry', ({ ids }: Given<{ ids: readonly string[] }>) =>
  queries
    .updateTable('mails')
    .set({ status: 'queued', due_at: sql<Date>`to_timestamp(0)` })
    .where(sql<boolean>`id = ANY(${ids}::text[])`)
    .where('status', '=', 'failed')
    .returning('id'),
)

/**
 * The mails that have been due longest, of those with the highest priority. The clock is rounded as the column is:
 * otherwise a mail could become due half a millisecond after it was queued.
 */
export const DUE = new Statement('mails_due', ({ limit }: Given<{ limit: number }>) =>
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

/** The number of attempts identifies the claim: it changes once another worker claims the mail. */
const updateClaimed = ({ partnerId, id, attempts }: Given<Claim>) =>
  queries
    .updateTable('mails')
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'queued')

/**
 * Claims a mail, unless another worker has claimed it meanwhile. A claimed mail is not due until the claim expires. Of
 * several concurrent claims, exactly one succeeds: the others wait for it, and no longer find the number of attempts.
 */
export const CLAIM = new Statement('mail_claim', (given: Given<Claim & { claimSeconds: number }>) =>
  updateClaimed(given)
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: inSeconds(given.claimSeconds) }))
    .returning(['recipient', 'sealed_content', 'account_id as accountId']),
)

/** The partner of a mail, and the person who created its account. */
export const RESELLER = new Statement(
  'mail_reseller',
  ({ partnerId, accountId }: Given<{ partnerId: string; accountId: string | null }>) =>
    queries
      .selectFrom('partners as p')
      .select('p.name')
      .select((eb) =>
        eb
          .selectFrom('audit_entries as e')
          .innerJoin('portal_users as u', (join) =>
            join.onRef('u.partner_id', '=', 'e.partner_id').onRef('u.id', '=', 'e.actor_name'),
          )
          .select('u.email')
          .where('e.partner_id', '=', partnerId)
          .where('e.account_id', '=', accountId)
          .where('e.action', '=', 'account.created')
          .where('u.status', '=', 'active')
          .where('u.kind', '=', 'person')
          .limit(1)
          .as('email'),
      )
      .where('p.id', '=', partnerId),
)

export const MARK_SENT = new Statement('mail_mark_sent', (given: Given<Claim>) =>
  updateClaimed(given).set({ status: 'sent', sent_at: now, sealed_content: null, last_error: null }),
)

export const DEFER = new Statement('mail_defer', (given: Given<Claim & { error: string; retryInSeconds: number }>) =>
  updateClaimed(given).set({ due_at: inSeconds(given.retryInSeconds), last_error: given.error }),
)

export const MARK_FAILED = new Statement('mail_mark_failed', (given: Given<Claim & { error: string }>) =>
  updateClaimed(given).set({ status: 'failed', last_error: given.error }),
)

/** The number of mails with a status, at most `countTo`. */
export const countMails = (status: NonNullable<MailFilter['status']>, countTo: Given<{ value: number }>['value']) =>
  countUpTo(countTo, queries.selectFrom('mails').select('status').where('status', '=', status))

/** Counts the queue, each status up to `countTo`. */
export const STATE = new Statement('mail_queue_state', ({ countTo }: Given<{ countTo: number }>) => {
  // The index finds the oldest mail of each priority.
  const oldestDue = (priority: number) =>
    queries
      .selectFrom('mails')
      .select(({ fn }) => fn.min('due_at').as('due_at'))
      .where('status', '=', 'queued')
      .where('priority', '=', priority)
      .where('due_at', '<=', now)
  return queries.selectNoFrom([
    countMails('queued', countTo).as('queued'),
    countMails('failed', countTo).as('failed'),
    sql<number>`coalesce(extract(epoch FROM ${now} - least((${oldestDue(0)}), (${oldestDue(1)}))), 0)::float8`.as(
      'overdueSeconds',
    ),
  ])
})
