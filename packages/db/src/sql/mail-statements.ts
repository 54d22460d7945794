import type { MailQueueState } from '@partner-accounts/core'
import { Statement } from '../driver/statements.ts'

export interface ClaimedRow {
  id: string
  recipient: string
  sealed_content: Uint8Array
  attempts: number
}

/**
 * By claim in seconds. Rows that another worker is just taking are skipped; what is taken is not due until the claim
 * has run out. The clock is rounded as the column is: a mail may else be due half a millisecond after it was queued.
 */
export const CLAIM = new Statement<ClaimedRow>(
  'mail_claim',
  `UPDATE mails
  SET attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => $1)
  WHERE id = (
    SELECT id FROM mails
    WHERE status = 'queued' AND due_at <= clock_timestamp()::timestamptz(3)
    ORDER BY due_at
    LIMIT 1
    FOR UPDATE SKIP LOCKED
  )
  RETURNING id, recipient, sealed_content, attempts`,
)

// The number of attempts is the claim: once another worker has taken the mail, it is another.
const STILL_CLAIMED = `WHERE id = $1 AND attempts = $2 AND status = 'queued'`

/** By id and attempts. */
export const MARK_SENT = new Statement<never>(
  'mail_mark_sent',
  `UPDATE mails
  SET status = 'sent', sent_at = clock_timestamp(), sealed_content = NULL, last_error = NULL
  ${STILL_CLAIMED}`,
)

/** By id, attempts, error and delay in seconds: by the database's clock, as claims are, for an instance's own may be off. */
export const DEFER = new Statement<never>(
  'mail_defer',
  `UPDATE mails
  SET due_at = clock_timestamp() + make_interval(secs => $4), last_error = $3
  ${STILL_CLAIMED}`,
)

/** By id, attempts and error. */
export const GIVE_UP = new Statement<never>(
  'mail_give_up',
  `UPDATE mails SET status = 'failed', last_error = $3 ${STILL_CLAIMED}`,
)

/** By the number where counting stops. */
export const STATE = new Statement<MailQueueState>(
  'mail_queue_state',
  `SELECT
    (SELECT count(*) FROM (SELECT FROM mails WHERE status = 'queued' LIMIT $1) AS counted)::int AS queued,
    (SELECT count(*) FROM (SELECT FROM mails WHERE status = 'failed' LIMIT $1) AS counted)::int AS failed,
    coalesce(extract(epoch FROM clock_timestamp() - (
      SELECT min(due_at) FROM mails WHERE status = 'queued' AND due_at <= clock_timestamp()
    )), 0)::float8 AS "overdueSeconds"`,
)
