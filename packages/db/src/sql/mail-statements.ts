import { type ExpressionBuilder, sql } from 'kysely'
import type { DB, MailKind } from './generated/schema.ts'
import { type Given, queries, Statement } from './statement.ts'

/** The database's clock: the clock of an instance may be wrong. */
const now = sql<Date>`clock_timestamp()`
const inSeconds = (seconds: Given<{ value: number }>['value']) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

interface QueuedMail {
  id: string
  kind: MailKind
  priority: number
  delaySeconds: number
  recipient: string
  sealedContent: Uint8Array
  partnerId: string
  accountId: string | null
}

export const QUEUE = new Statement('mail_queue', (given: Given<QueuedMail>) =>
  queries.insertInto('mails').values({
    ...{ id: given.id, kind: given.kind, priority: given.priority, recipient: given.recipient },
    sealed_content: given.sealedContent,
    partner_id: given.partnerId,
    account_id: given.accountId,
    due_at: inSeconds(given.delaySeconds),
  }),
)

/** Who sold the account, and how customers reach them. */
const reseller = (eb: ExpressionBuilder<DB, 'mails'>) => [
  eb.selectFrom('partners as p').select('p.name').whereRef('p.id', '=', 'mails.partner_id').as('reseller_name'),
  eb
    .selectFrom('audit_entries as e')
    .innerJoin('portal_users as u', (join) =>
      join.onRef('u.partner_id', '=', 'e.partner_id').onRef('u.id', '=', 'e.actor_name'),
    )
    .select('u.email')
    .whereRef('e.partner_id', '=', 'mails.partner_id')
    .whereRef('e.account_id', '=', 'mails.account_id')
    .where('e.action', '=', 'account.created')
    .where('u.status', '=', 'active')
    .where('u.kind', '=', 'person')
    .limit(1)
    .as('reseller_email'),
]

/** A mail with its content. */
export const FIND = new Statement('mail_find', ({ id }: Given<{ id: string }>) =>
  queries
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'status', 'attempts', 'last_error as lastError'])
    .select(['created_at as createdAt', 'sent_at as sentAt', 'sealed_content'])
    .select(reseller)
    .where('id', '=', id),
)

/**
 * Claims the mail that has been due longest, of those with the highest priority. Rows that another worker is
 * claiming are skipped, and a claimed mail is not due until the claim expires. The clock is rounded as the column is: otherwise a mail could become due half a
 * millisecond after it was queued.
 */
export const CLAIM = new Statement('mail_claim', ({ claimSeconds }: Given<{ claimSeconds: number }>) =>
  queries
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: inSeconds(claimSeconds) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('status', '=', 'queued')
        .where('due_at', '<=', sql<Date>`clock_timestamp()::timestamptz(3)`)
        .orderBy('priority')
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'sealed_content', 'attempts'])
    .returning(reseller),
)

type Claim = { id: string; attempts: number }

/** The number of attempts identifies the claim: it changes once another worker claims the mail. */
const updateClaimed = ({ id, attempts }: Given<Claim>) =>
  queries.updateTable('mails').where('id', '=', id).where('attempts', '=', attempts).where('status', '=', 'queued')

export const MARK_SENT = new Statement('mail_mark_sent', (given: Given<Claim>) =>
  updateClaimed(given).set({ status: 'sent', sent_at: now, sealed_content: null, last_error: null }),
)

export const DEFER = new Statement('mail_defer', (given: Given<Claim & { error: string; retryInSeconds: number }>) =>
  updateClaimed(given).set({ due_at: inSeconds(given.retryInSeconds), last_error: given.error }),
)

export const MARK_FAILED = new Statement('mail_mark_failed', (given: Given<Claim & { error: string }>) =>
  updateClaimed(given).set({ status: 'failed', last_error: given.error }),
)

/** Counts the queue, each status up to `countTo`. */
export const STATE = new Statement('mail_queue_state', ({ countTo }: Given<{ countTo: number }>) => {
  const count = (status: 'queued' | 'failed') =>
    queries
      .selectFrom(
        queries
          .selectFrom('mails')
          .select('status')
          .where('status', '=', status)
          .limit(sql<number>`${countTo}::int`)
          .as('counted'),
      )
      .select(sql<number>`count(*)::int`.as('count'))
  const oldestDue = queries
    .selectFrom('mails')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('status', '=', 'queued')
    .where('due_at', '<=', now)
  return queries.selectNoFrom([
    sql<number>`(${count('queued')})`.as('queued'),
    sql<number>`(${count('failed')})`.as('failed'),
    sql<number>`coalesce(extract(epoch FROM clock_timestamp() - (${oldestDue})), 0)::float8`.as('overdueSeconds'),
  ])
})
