import type { ClaimedMail, DeliveryOutcome, DeliveryQueue } from '@partner-accounts/core'
import { forEachGroup, throwFirst } from '../queue/claims.ts'
import { OUTCOME_PARAMETERS, outcomeValues, withPartner } from '../queue/outcomes.ts'
import { statement } from '../sql/statement.ts'
import { createMailClaim, type MailClaimOptions } from './claim-mails.ts'

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
      -- The upper limit of due_at lets PostgreSQL use its index. It excludes no mail, because retries are due within days.
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

export const createMailQueue = (options: MailClaimOptions): DeliveryQueue<ClaimedMail> => ({
  claim: createMailClaim(options),

  record: (outcomes) => recordOutcomes(options, outcomes),

  async state(countTo) {
    const [row] = await options.run(STATE, { countTo })
    return row!
  },
})

async function recordOutcomes(
  { run, hasCitus }: MailClaimOptions,
  outcomes: readonly DeliveryOutcome<ClaimedMail>[],
): Promise<void> {
  const settled = await forEachGroup(outcomes.map(withPartner), await hasCitus(), ({ partnerIds, items }) =>
    run(FINISH, { partnerIds, ...outcomeValues(items.map(({ outcome }) => outcome)) }),
  )
  throwFirst(settled)
}
