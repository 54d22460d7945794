import { LIMITS, type LoggedRequest, type RequestLogStore } from '@partner-accounts/core'
import { AFTER_ALL_IDS } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

const MAX_STATUS = 599

// Stores the requests of all partners. Prisma would pass eleven parameters per row.
const ADD_REQUESTS = statement({
  name: 'request_log_add',
  parameters: { requests: 'jsonb' },
  columns: {},
  text: `
    INSERT INTO logged_requests (
      partner_id, id, user_id, at, method, route, status, code, fields, request_id, duration_ms
    )
    SELECT
      request."partnerId", request.id, request."userId", request.at, request.method, request.route, request.status,
      request.code, request.fields, request."requestId", request."durationMs"
    FROM jsonb_to_recordset(:requests::jsonb) AS request (
      "partnerId" text, id text, "userId" text, at timestamptz, method text, route text, status smallint,
      code int, fields text[], "requestId" text, "durationMs" int
    )
  `,
})

export function createRequestLogStore(client: Client, run: RunStatement): RequestLogStore {
  /** Returns the id of the oldest request to keep, or an empty string, which precedes all ids. */
  async function findFirstKept(partnerId: string): Promise<string> {
    const skip = LIMITS.requestLog.kept - 1
    const select = { id: true }
    const row = await client.loggedRequest.findFirst({ select, where: { partnerId }, orderBy: { id: 'desc' }, skip })
    return row?.id ?? ''
  }

  async function withUsers<Request extends Pick<LoggedRequest, 'partnerId' | 'userId'>>(requests: readonly Request[]) {
    const unique = (values: string[]) => [...new Set(values)]
    const users = await client.portalUser.findMany({
      select: { id: true, name: true, email: true },
      where: {
        partnerId: { in: unique(requests.map(({ partnerId }) => partnerId)) },
        id: { in: unique(requests.map(({ userId }) => userId)) },
      },
    })
    return requests.map((request) => ({ ...request, user: users.find(({ id }) => id === request.userId) ?? null }))
  }

  return {
    async add(requests) {
      await run(ADD_REQUESTS, { requests: JSON.stringify(requests) })
    },

    async trim(partnerId) {
      await client.loggedRequest.deleteMany({ where: { partnerId, id: { lt: await findFirstKept(partnerId) } } })
    },

    async findByRequestId(requestId, limit) {
      const requests = await client.loggedRequest.findMany({
        where: { requestId },
        orderBy: { id: 'desc' },
        take: limit,
      })
      return withUsers(requests)
    },

    async page({ partnerId, statusClass, userId, before = AFTER_ALL_IDS }, limit) {
      const minStatus = statusClass ? statusClass * 100 : 0
      const maxStatus = statusClass ? minStatus + 99 : MAX_STATUS
      const requests = await client.loggedRequest.findMany({
        where: {
          partnerId,
          // Older requests are about to be trimmed.
          id: { gte: await findFirstKept(partnerId), lt: before },
          status: { gte: minStatus, lte: maxStatus },
          ...(userId !== undefined && { userId }),
        },
        orderBy: { id: 'desc' },
        take: limit,
      })
      return withUsers(requests)
    },
  }
}
