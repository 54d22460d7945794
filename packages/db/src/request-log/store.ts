import { LIMITS, type RequestLogStore } from '@partner-accounts/core'
import { sql } from 'kysely'
import { AFTER_ALL_IDS } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

const MAX_STATUS = 599

/** Takes a JSON array keyed by column. */
// Hot: all partners' requests. Prisma would pass nine parameters per row.
const ADD_REQUESTS = new Statement('request_log_add', ({ rows }: Given<{ rows: string }>) =>
  queries
    .insertInto('logged_requests')
    .expression(sql`SELECT * FROM jsonb_populate_recordset(NULL::logged_requests, ${rows}::jsonb)`),
)

export function createRequestLogStore(client: Client, run: RunStatement): RequestLogStore {
  /** Returns the id of the oldest request to keep, or one before all ids. */
  async function firstKept(partnerId: string): Promise<string> {
    const skip = LIMITS.requestLog.kept - 1
    const select = { id: true }
    const row = await client.loggedRequest.findFirst({ select, where: { partnerId }, orderBy: { id: 'desc' }, skip })
    return row?.id ?? ''
  }

  return {
    async add(requests) {
      const rows = requests.map(({ partnerId, userId, requestId, durationMs, ...request }) => ({
        ...request,
        partner_id: partnerId,
        user_id: userId,
        request_id: requestId,
        duration_ms: durationMs,
      }))
      await run(ADD_REQUESTS, { rows: JSON.stringify(rows) })
    },

    async trim(partnerId) {
      await client.loggedRequest.deleteMany({ where: { partnerId, id: { lt: await firstKept(partnerId) } } })
    },

    async page({ partnerId, statusClass, userId, before = AFTER_ALL_IDS }, limit) {
      const [minStatus, maxStatus] = statusClass ? [statusClass * 100, statusClass * 100 + 99] : [0, MAX_STATUS]
      const requests = await client.loggedRequest.findMany({
        where: {
          partnerId,
          // Older requests are about to be trimmed.
          id: { gte: await firstKept(partnerId), lt: before },
          status: { gte: minStatus, lte: maxStatus },
          ...(userId !== undefined && { userId }),
        },
        orderBy: { id: 'desc' },
        take: limit,
      })
      const users = await client.portalUser.findMany({
        select: { id: true, name: true, email: true },
        where: { partnerId, id: { in: [...new Set(requests.map((request) => request.userId))] } },
      })
      return requests.map((request) => ({ ...request, user: users.find(({ id }) => id === request.userId) ?? null }))
    },
  }
}
