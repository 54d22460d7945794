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

const latest = (partnerId: Given<{ value: string }>['value']) =>
  queries
    .selectFrom('logged_requests')
    .where('partner_id', '=', partnerId)
    .orderBy('id', 'desc')
    .limit(LIMITS.requestLog.kept)

// Prisma has no limit in a subquery.
const TRIM_REQUESTS = new Statement('request_log_trim', ({ partnerId }: Given<{ partnerId: string }>) =>
  queries
    .deleteFrom('logged_requests')
    .where('partner_id', '=', partnerId)
    .where('id', '<', (eb) =>
      eb.selectFrom(latest(partnerId).select('id').as('kept')).select(sql<string>`min(kept.id)`.as('first')),
    ),
)

export const createRequestLogStore = (client: Client, run: RunStatement): RequestLogStore => ({
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
    await run(TRIM_REQUESTS, { partnerId })
  },

  async page({ partnerId, statusClass, userId, before = AFTER_ALL_IDS }, limit) {
    const [minStatus, maxStatus] = statusClass ? [statusClass * 100, statusClass * 100 + 99] : [0, MAX_STATUS]
    // Older requests are about to be trimmed.
    const [first] = await client.loggedRequest.findMany({
      select: { id: true },
      where: { partnerId },
      orderBy: { id: 'desc' },
      skip: LIMITS.requestLog.kept - 1,
      take: 1,
    })
    const requests = await client.loggedRequest.findMany({
      where: {
        partnerId,
        id: { gte: first?.id ?? '', lt: before },
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
})
