import type { ClaimedWebhookDelivery } from '@partner-accounts/core'
import { CANDIDATES_PER_CLAIM, claimedRows, forEachGroup, laterStart } from '../queue/claims.ts'
import type { CitusCheck } from '../sql/citus.ts'
import { statement, typed } from '../sql/statement.ts'
import { loadDeliveries, type LoadOptions } from './load-deliveries.ts'
import { type Candidate, Places } from './places.ts'
import type { RecentFailures } from './recent-failures.ts'

// Hot: every instance polls each second. Prisma cannot compare with the database's clock, nor skip locked rows.

/**
 * `isFailing` is true for an endpoint that failed at any instance.
 *
 * Events about one account are first attempted in their order: while a delivery has not been attempted, later deliveries
 * about the account to the same endpoint are not due. Finds the oldest unattempted delivery with `min(position)`, because
 * PostgreSQL may turn `NOT EXISTS` into a join of all queued deliveries with each other.
 *
 * Rounds the time like the column. Otherwise, a delivery could become due half a millisecond late.
 */
const DUE = statement({
  name: 'webhook_deliveries_due',
  parameters: { fullEndpoints: 'text[]', fullPartners: 'text[]', limit: 'int8' },
  columns: { partnerId: 'text', id: 'text', endpointId: 'text', isFailing: 'bool' },
  text: `
    SELECT
      d.partner_id AS "partnerId", d.id, d.endpoint_id AS "endpointId",
      coalesce((
        SELECT e.failing_since IS NOT NULL FROM webhook_endpoints AS e
        WHERE e.partner_id = d.partner_id AND e.id = d.endpoint_id
      ), false) AS "isFailing"
    FROM webhook_deliveries AS d
    WHERE d.endpoint_id <> ALL (:fullEndpoints::text[])
      AND d.partner_id <> ALL (:fullPartners::text[])
      AND d.status = 'queued'
      AND d.due_at <= statement_timestamp()::timestamptz(3)
      AND d.position <= coalesce((
        SELECT min(earlier.position) FROM webhook_deliveries AS earlier
        WHERE earlier.partner_id = d.partner_id AND earlier.endpoint_id = d.endpoint_id
          AND earlier.account_id = d.account_id
          AND earlier.status = 'queued' AND earlier.last_error IS NULL
      ), d.position)
    ORDER BY d.priority, d.due_at
    LIMIT :limit
  `,
})

// Excludes the other statuses instead of requiring `queued`. Otherwise, until statistics reflect a burst, PostgreSQL would
// use the index on that status, and read the whole queue.
const CLAIM = statement({
  name: 'webhook_deliveries_claim',
  parameters: { partnerIds: 'text[]', ids: 'text[]', claimSeconds: 'float8' },
  columns: {
    partnerId: 'text',
    id: 'text',
    attempts: 'int4',
    endpointId: 'text',
    eventId: 'text',
    type: typed<ClaimedWebhookDelivery['type']>('text'),
    position: 'int4',
    createdAt: 'timestamptz',
  },
  text: `
    UPDATE webhook_deliveries
    SET attempts = attempts + 1, due_at = statement_timestamp() + make_interval(secs => :claimSeconds)
    WHERE partner_id = ANY (:partnerIds::text[]) AND id IN (
      SELECT id FROM webhook_deliveries
      WHERE partner_id = ANY (:partnerIds::text[]) AND id = ANY (:ids::text[])
        AND status NOT IN ('sent', 'failed')
        AND due_at <= statement_timestamp()::timestamptz(3)
      FOR UPDATE SKIP LOCKED
    )
    RETURNING
      partner_id AS "partnerId", id, attempts, endpoint_id AS "endpointId", event_id AS "eventId", type, position,
      created_at AS "createdAt"
  `,
})

export interface ClaimOptions extends LoadOptions {
  hasCitus: CitusCheck
  failures: RecentFailures
}

/** Claims the first due deliveries for which this instance has places. */
export async function claimDeliveries(
  options: ClaimOptions,
  limit: number,
  claimSeconds: number,
  inFlight: Iterable<ClaimedWebhookDelivery>,
): Promise<ClaimedWebhookDelivery[]> {
  const { run, failures } = options
  const places = new Places(inFlight, failures)
  const fullPartners = places.fullPartners()
  for (;;) {
    // Read again for each query, because the previous query may have found a failing endpoint, which may be full.
    const fullEndpoints = places.fullEndpoints()
    const due = await run(DUE, { fullEndpoints, fullPartners, limit: limit * CANDIDATES_PER_CLAIM })
    for (const { endpointId } of due.filter(({ isFailing }) => isFailing)) failures.add(endpointId)
    const claimed = await claim(options, places.select(due, limit), claimSeconds)
    if (claimed.length > 0 || due.length <= limit) return claimed
    // Other instances claimed the first deliveries, or they were parked.
    const candidates = due.slice(laterStart(due.length, limit))
    const later = await claim(options, places.select(candidates, limit), claimSeconds)
    if (later.length > 0) return later
  }
}

/** Claims deliveries, except those that another instance claimed first, and parks those that cannot be sent now. */
async function claim(
  options: ClaimOptions,
  due: readonly Candidate[],
  claimSeconds: number,
): Promise<ClaimedWebhookDelivery[]> {
  const settled = await forEachGroup(due, await options.hasCitus(), ({ partnerIds, items }) =>
    options.run(CLAIM, { partnerIds, ids: items.map(({ id }) => id), claimSeconds }),
  )
  const rows = claimedRows(settled, due)
  return rows.length === 0 ? [] : loadDeliveries(options, rows)
}
