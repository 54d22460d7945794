import { DomainError, type Webhook } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'
import { keyOf } from './endpoint-rows.ts'
import { lockEndpoint } from './parking.ts'

// Prisma would join the deliveries with the selected ids. Without statistics, PostgreSQL may then compare each delivery
// with each id. A range of ids reads only the rows to delete, and skips those that previous statements deleted.
const DELETE_OLDEST = statement({
  name: 'webhook_deliveries_delete',
  parameters: { partnerId: 'text', endpointId: 'text', limit: 'int8' },
  columns: { count: 'int4' },
  text: `
    WITH oldest AS (
      SELECT id FROM webhook_deliveries
      WHERE partner_id = :partnerId AND endpoint_id = :endpointId
      ORDER BY id
      LIMIT :limit
    ), deleted AS (
      DELETE FROM webhook_deliveries
      WHERE partner_id = :partnerId AND endpoint_id = :endpointId
        AND id BETWEEN (SELECT min(id) FROM oldest) AND (SELECT max(id) FROM oldest)
    )
    SELECT count(*)::int AS count FROM oldest
  `,
})

/**
 * Deletes an endpoint's oldest deliveries, and the endpoint if no others are left. Must run in a transaction. Locks the
 * endpoint first: a concurrent deletion would otherwise wait for the deliveries, then find none of them, and continue
 * with the endpoint.
 *
 * @param limit maximum number of deleted deliveries
 * @returns `false` if the endpoint may have more deliveries
 * @throws `webhook-not-found`
 */
export async function deleteEndpoint(
  client: Client,
  run: RunStatement,
  webhook: Webhook,
  limit: number,
): Promise<boolean> {
  if ((await lockEndpoint(run, webhook)) === undefined) throw new DomainError('webhook-not-found')
  const [deleted] = await run(DELETE_OLDEST, { partnerId: webhook.partnerId, endpointId: webhook.id, limit })
  if (deleted!.count >= limit) return false
  await client.webhookEndpoint.delete({ select: { id: true }, where: keyOf(webhook) })
  return true
}
