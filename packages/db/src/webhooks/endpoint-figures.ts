import { firstIdAt, MAX_COUNT, type Webhook, type WebhookFigures } from '@partner-accounts/core'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

const DAY_SECONDS = 86_400

const DELIVERIES = `
  SELECT FROM webhook_deliveries AS d
  WHERE d.partner_id = :partnerId AND d.endpoint_id = e.id`

// Prisma cannot limit the rows of a group. An index on the four columns finds the deliveries of each count.
const FIGURES = statement({
  name: 'webhook_endpoint_figures',
  parameters: { partnerId: 'text', ids: 'text[]', lastDayId: 'text', countTo: 'int8' },
  columns: { id: 'text', queued: 'int4', failed: 'int4', lastSent: 'int4', lastQueued: 'int4', lastFailed: 'int4' },
  text: `
    SELECT
      e.id,
      (SELECT count(*)::int FROM (${DELIVERIES} AND d.status = 'queued' LIMIT :countTo) AS counted) AS queued,
      (SELECT count(*)::int FROM (${DELIVERIES} AND d.status = 'failed' LIMIT :countTo) AS counted) AS failed,
      (SELECT count(*)::int FROM (
        ${DELIVERIES} AND d.status = 'sent' AND d.id >= :lastDayId LIMIT :countTo
      ) AS counted) AS "lastSent",
      (SELECT count(*)::int FROM (
        ${DELIVERIES} AND d.status = 'queued' AND d.id >= :lastDayId LIMIT :countTo
      ) AS counted) AS "lastQueued",
      (SELECT count(*)::int FROM (
        ${DELIVERIES} AND d.status = 'failed' AND d.id >= :lastDayId LIMIT :countTo
      ) AS counted) AS "lastFailed"
    FROM webhook_endpoints AS e
    WHERE e.partner_id = :partnerId AND e.id = ANY (:ids::text[])
  `,
})

/** The numbers of an endpoint that was just deleted. */
const NONE = { queued: 0, failed: 0, lastSent: 0, lastQueued: 0, lastFailed: 0 }

/** Counts the deliveries of endpoints of one partner. Returns the figures in the order of the endpoints. */
export async function readFigures(run: RunStatement, webhooks: readonly Webhook[]): Promise<WebhookFigures[]> {
  const [first] = webhooks
  if (!first) return []
  const rows = await run(FIGURES, {
    partnerId: first.partnerId,
    ids: webhooks.map(({ id }) => id),
    lastDayId: firstIdAt(secondsAfter(await readClock(run), -DAY_SECONDS)),
    countTo: MAX_COUNT,
  })
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return webhooks.map(({ id }) => {
    const { queued, failed, lastSent, lastQueued, lastFailed } = rowsById.get(id) ?? NONE
    const lastDay = { sent: lastSent, queued: lastQueued, failed: lastFailed }
    return { queued, failed, lastDay, countedTo: MAX_COUNT }
  })
}
