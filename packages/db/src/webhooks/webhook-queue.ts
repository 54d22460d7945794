import type {
  ClaimedWebhookDelivery,
  DeliveryQueue,
  FailedWebhook,
  IdGenerator,
  WebhookReport,
} from '@partner-accounts/core'
import { forEachGroup, throwFirst } from '../queue/claims.ts'
import { OUTCOME_PARAMETERS, outcomeValues, withPartner } from '../queue/outcomes.ts'
import type { CitusCheck } from '../sql/citus.ts'
import { statement } from '../sql/statement.ts'
import { claimDeliveries, type ClaimOptions } from './claim-deliveries.ts'
import { activateVerified, recordHealth, type WebhookOutcomes } from './endpoint-health.ts'
import { createFanOut } from './fan-out.ts'
import type { LoadOptions } from './load-deliveries.ts'
import { RecentFailures } from './recent-failures.ts'

export interface WebhookQueue extends Omit<DeliveryQueue<ClaimedWebhookDelivery, WebhookReport>, 'record'> {
  /** Returns the endpoints to disable: they have failed for too long, or are gone. */
  record(outcomes: WebhookOutcomes): Promise<FailedWebhook[]>
  /** Adds deliveries of the events that endpoints have not received yet, and returns their number. */
  fanOut(): Promise<number>
}

// Adds intervals in UTC: Citus rejects a sum that depends on the session's time zone.
const FINISH = statement({
  name: 'webhook_deliveries_finish',
  parameters: {
    ...OUTCOME_PARAMETERS,
    responseStatuses: 'int2?[]',
    responseBodies: 'text?[]',
    durations: 'int4[]',
  },
  columns: {},
  text: `
    UPDATE webhook_deliveries
    SET status = o.status,
        attempts = o.attempts,
        last_error = o.error,
        due_at = (statement_timestamp() AT TIME ZONE 'UTC' + make_interval(secs => o.delay)) AT TIME ZONE 'UTC',
        sent_at = (statement_timestamp() AT TIME ZONE 'UTC' + make_interval(secs => o.sent_delay)) AT TIME ZONE 'UTC',
        response_status = o.response_status,
        response_body = o.response_body,
        duration_ms = o.duration_ms
    FROM unnest(
      :ids::text[], :claimedAttempts::int[], :attempts::int[], :statuses::text[], :errors::text[],
      :delays::float8[], :sentDelays::float8[],
      :responseStatuses::smallint[], :responseBodies::text[], :durations::int[]
    ) AS o (
      id, claimed_attempts, attempts, status, error,
      delay, sent_delay,
      response_status, response_body, duration_ms
    )
    WHERE partner_id = ANY (:partnerIds::text[])
      AND webhook_deliveries.id = ANY (:ids::text[]) AND webhook_deliveries.id = o.id
      -- Ignores deliveries that another instance claimed since.
      AND webhook_deliveries.attempts = o.claimed_attempts
      AND webhook_deliveries.status NOT IN ('sent', 'failed')
  `,
})

// The index finds the oldest delivery of each priority.
const STATE = statement({
  name: 'webhook_deliveries_state',
  parameters: { countTo: 'int8' },
  columns: { queued: 'int4', deferred: 'int4', failed: 'int4', overdueSeconds: 'float8' },
  text: `
    SELECT
      (SELECT count(*)::int FROM (
        SELECT status FROM webhook_deliveries WHERE status = 'queued' LIMIT :countTo
      ) AS queued) AS queued,
      -- Deliveries that wait for their endpoint are due in the year 9999. The limit of 30 days excludes them by the index.
      (SELECT count(*)::int FROM (
        SELECT status FROM webhook_deliveries
        WHERE status = 'queued' AND priority IN (0, 1) AND last_error IS NOT NULL
          AND due_at > statement_timestamp() AND due_at < statement_timestamp() + make_interval(days => 30)
        LIMIT :countTo
      ) AS deferred) AS deferred,
      (SELECT count(*)::int FROM (
        SELECT status FROM webhook_deliveries WHERE status = 'failed' LIMIT :countTo
      ) AS failed) AS failed,
      coalesce(extract(epoch FROM statement_timestamp() - least(
        (SELECT min(due_at) FROM webhook_deliveries
         WHERE status = 'queued' AND priority = 0 AND due_at <= statement_timestamp()),
        (SELECT min(due_at) FROM webhook_deliveries
         WHERE status = 'queued' AND priority = 1 AND due_at <= statement_timestamp())
      )), 0)::float8 AS "overdueSeconds"
  `,
})

export interface WebhookQueueOptions extends LoadOptions {
  hasCitus: CitusCheck
  newId: IdGenerator
}

export function createWebhookQueue(options: WebhookQueueOptions): WebhookQueue {
  const claimOptions = { ...options, failures: new RecentFailures() }
  return {
    claim: (limit, claimSeconds, inFlight = []) => claimDeliveries(claimOptions, limit, claimSeconds, inFlight),

    record: (outcomes) => recordOutcomes(claimOptions, outcomes),

    async state(countTo) {
      const [row] = await options.run(STATE, { countTo })
      return row!
    },

    fanOut: createFanOut(options),
  }
}

async function recordOutcomes(
  { client, run, transact, hasCitus, failures }: ClaimOptions,
  outcomes: WebhookOutcomes,
): Promise<FailedWebhook[]> {
  // Activates before recording. A recorded test is not repeated, so if the instance was killed between the two steps, the
  // endpoint would stay unverified.
  await activateVerified(transact, outcomes)
  const settled = await forEachGroup(outcomes.map(withPartner), await hasCitus(), ({ partnerIds, items }) => {
    const recorded = items.map(({ outcome }) => outcome)
    return run(FINISH, { partnerIds, ...outcomeValues(recorded), ...reportValues(recorded) })
  })
  throwFirst(settled)
  return recordHealth(client, run, failures, outcomes)
}

const reportValues = (outcomes: WebhookOutcomes) => ({
  responseStatuses: outcomes.map(({ report }) => report.status ?? null),
  responseBodies: outcomes.map(({ report }) => report.body ?? null),
  durations: outcomes.map(({ report }) => report.durationMs),
})
