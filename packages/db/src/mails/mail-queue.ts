import type { ClaimedMail, DeliveryOutcome, DeliveryQueue, MailKind, SealingKeys } from '@partner-accounts/core'
import { partnerOf } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import { CANDIDATES_PER_CLAIM, claimedRows, forEachGroup, laterStart, throwFirst } from '../queue/claims.ts'
import { orError } from '../queue/or-error.ts'
import { OUTCOME_PARAMETERS, outcomeValues, withPartner } from '../queue/outcomes.ts'
import type { CitusCheck } from '../sql/citus.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement, typed } from '../sql/statement.ts'
import { findResellers, unsealContent } from './content.ts'

// Hot: every instance polls each second. Prisma cannot compare with the database's clock, nor skip locked rows.

// Rounds the time like the column. Otherwise, a mail could become due half a millisecond late.
const DUE = statement({
  name: 'mails_due',
  parameters: { limit: 'int8' },
  columns: { partnerId: 'text', id: 'text' },
  text: `
    SELECT partner_id AS "partnerId", id FROM mails
    WHERE status = 'queued' AND due_at <= statement_timestamp()::timestamptz(3)
    ORDER BY priority, due_at
    LIMIT :limit
  `,
})

// Excludes the other statuses instead of requiring `queued`: until statistics reflect a burst, PostgreSQL would use the
// index on that status, and read the whole queue.
const CLAIM = statement({
  name: 'mails_claim',
  parameters: { partnerIds: 'text[]', ids: 'text[]', claimSeconds: 'float8' },
  columns: {
    partnerId: 'text',
    id: 'text',
    attempts: 'int4',
    kind: typed<MailKind>('text'),
    recipient: 'text',
    sealedContent: 'bytea?',
    accountId: 'text?',
  },
  text: `
    UPDATE mails
    SET attempts = attempts + 1, due_at = statement_timestamp() + make_interval(secs => :claimSeconds)
    WHERE partner_id = ANY (:partnerIds::text[]) AND id IN (
      SELECT id FROM mails
      WHERE partner_id = ANY (:partnerIds::text[]) AND id = ANY (:ids::text[])
        AND status NOT IN ('sent', 'failed', 'kept')
        AND due_at <= statement_timestamp()::timestamptz(3)
      FOR UPDATE SKIP LOCKED
    )
    RETURNING
      partner_id AS "partnerId", id, attempts, kind, recipient, sealed_content AS "sealedContent",
      account_id AS "accountId"
  `,
})

// Erases the content of a sent mail, which may contain an activation link. Adds intervals in UTC: Citus rejects a sum
// that depends on the session's time zone.
const FINISH = statement({
  name: 'mails_finish',
  parameters: OUTCOME_PARAMETERS,
  columns: {},
  text: `
    UPDATE mails
    SET status = o.status,
        attempts = o.attempts,
        last_error = o.error,
        due_at = (statement_timestamp() AT TIME ZONE 'UTC' + make_interval(secs => o.delay)) AT TIME ZONE 'UTC',
        sent_at = (statement_timestamp() AT TIME ZONE 'UTC' + make_interval(secs => o.sent_delay)) AT TIME ZONE 'UTC',
        sealed_content = CASE WHEN o.status = 'sent' THEN NULL ELSE mails.sealed_content END
    FROM unnest(
      :ids::text[], :claimedAttempts::int[], :attempts::int[], :statuses::text[], :errors::text[],
      :delays::float8[], :sentDelays::float8[]
    ) AS o (id, claimed_attempts, attempts, status, error, delay, sent_delay)
    WHERE partner_id = ANY (:partnerIds::text[])
      AND mails.id = ANY (:ids::text[]) AND mails.id = o.id
      -- Ignores mails that another instance claimed since.
      AND mails.attempts = o.claimed_attempts
      AND mails.status NOT IN ('sent', 'failed', 'kept')
  `,
})

// The index finds the oldest mail of each priority.
const STATE = statement({
  name: 'mails_state',
  parameters: { countTo: 'int8' },
  columns: { queued: 'int4', deferred: 'int4', failed: 'int4', overdueSeconds: 'float8' },
  text: `
    SELECT
      (SELECT count(*)::int FROM (SELECT status FROM mails WHERE status = 'queued' LIMIT :countTo) AS queued) AS queued,
      -- The condition on the latest time lets PostgreSQL use the index on it. Retries are due within days.
      (SELECT count(*)::int FROM (
        SELECT status FROM mails
        WHERE status = 'queued' AND priority IN (0, 1) AND last_error IS NOT NULL
          AND due_at > statement_timestamp() AND due_at < statement_timestamp() + make_interval(days => 30)
        LIMIT :countTo
      ) AS deferred) AS deferred,
      (SELECT count(*)::int FROM (SELECT status FROM mails WHERE status = 'failed' LIMIT :countTo) AS failed) AS failed,
      coalesce(extract(epoch FROM statement_timestamp() - least(
        (SELECT min(due_at) FROM mails WHERE status = 'queued' AND priority = 0 AND due_at <= statement_timestamp()),
        (SELECT min(due_at) FROM mails WHERE status = 'queued' AND priority = 1 AND due_at <= statement_timestamp())
      )), 0)::float8 AS "overdueSeconds"
  `,
})

export interface MailQueueOptions {
  client: Client
  run: RunStatement
  hasCitus: CitusCheck
  sealingKeys: SealingKeys
}

export const createMailQueue = (options: MailQueueOptions): DeliveryQueue<ClaimedMail> => ({
  claim: (limit, claimSeconds) => claimFirst(options, limit, claimSeconds),

  record: (outcomes) => recordOutcomes(options, outcomes),

  async state(countTo) {
    const [row] = await options.run(STATE, { countTo })
    return row!
  },
})

async function claimFirst(options: MailQueueOptions, limit: number, claimSeconds: number): Promise<ClaimedMail[]> {
  for (;;) {
    const due = await options.run(DUE, { limit: limit * CANDIDATES_PER_CLAIM })
    const claimed = await claim(options, due.slice(0, limit), claimSeconds)
    if (claimed.length > 0 || due.length <= limit) return claimed
    // Other instances claimed the first mails.
    const start = laterStart(due.length, limit)
    const later = await claim(options, due.slice(start, start + limit), claimSeconds)
    if (later.length > 0) return later
  }
}

/** Claims mails, except those that another instance claimed first. */
async function claim(
  { client, run, hasCitus, sealingKeys }: MailQueueOptions,
  due: readonly { partnerId: string; id: string }[],
  claimSeconds: number,
): Promise<ClaimedMail[]> {
  const settled = await forEachGroup(due, await hasCitus(), ({ partnerIds, items }) =>
    run(CLAIM, { partnerIds, ids: items.map(({ id }) => id), claimSeconds }),
  )
  const rows = claimedRows(settled, due)
  const resellers = await findResellers(client, rows)
  return rows.map(({ id, partnerId, kind, recipient, sealedContent, attempts }, index) => ({
    id,
    partnerId: partnerOf(partnerId),
    kind,
    recipient,
    content: orError(() => unsealContent(id, sealedContent!, sealingKeys)),
    attempts,
    reseller: resellers[index],
  }))
}

async function recordOutcomes(
  { run, hasCitus }: MailQueueOptions,
  outcomes: readonly DeliveryOutcome<ClaimedMail>[],
): Promise<void> {
  const settled = await forEachGroup(outcomes.map(withPartner), await hasCitus(), ({ partnerIds, items }) =>
    run(FINISH, { partnerIds, ...outcomeValues(items.map(({ outcome }) => outcome)) }),
  )
  throwFirst(settled)
}
