import type { PortalSessionStore } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

/** Adds an ended session, removes expired ones, and returns the number of ended sessions, including the new one. */
// Prisma would replace the JSON, and lose concurrent additions.
const END_SESSION = statement({
  name: 'portal_user_end_session',
  parameters: { partnerId: 'text', userId: 'text', sessionId: 'text', forSeconds: 'int4' },
  columns: { count: 'int4' },
  text: `
    UPDATE portal_users
    SET ended_sessions = (
      SELECT coalesce(jsonb_object_agg(session, until), '{}')
      FROM jsonb_each_text(ended_sessions) AS ended (session, until)
      WHERE until::bigint > extract(epoch FROM statement_timestamp())::bigint
    ) || jsonb_build_object(
      :sessionId::text, extract(epoch FROM statement_timestamp())::bigint + :forSeconds::int
    )
    WHERE partner_id = :partnerId AND id = :userId
    RETURNING (SELECT count(*)::int FROM jsonb_object_keys(ended_sessions)) AS count
  `,
})

export const createPortalSessionStore = (client: Client, run: RunStatement): PortalSessionStore => ({
  async add({ partnerId, userId, sessionId: id, tokenGeneration, userAgent, validForSeconds }) {
    const startedAt = await readClock(run)
    const times = { startedAt, lastUsedAt: startedAt, expiresAt: secondsAfter(startedAt, validForSeconds) }
    await client.portalSession.createMany({
      data: { partnerId, userId, id, tokenGeneration, userAgent, ...times },
    })
  },

  async list({ partnerId, userId, tokenGeneration }, limit) {
    return client.portalSession.findMany({
      select: { id: true, userAgent: true, startedAt: true, lastUsedAt: true },
      where: {
        partnerId,
        userId,
        expiresAt: { gt: await readClock(run) },
        ...(tokenGeneration !== undefined && { tokenGeneration }),
      },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    })
  },

  async renew({ partnerId, userId, sessionId: id }, validForSeconds) {
    const lastUsedAt = await readClock(run)
    const data = { lastUsedAt, expiresAt: secondsAfter(lastUsedAt, validForSeconds) }
    await client.portalSession.updateMany({ data, where: { partnerId, userId, id } })
  },

  async end({ partnerId, userId, sessionId }, forSeconds) {
    await client.portalSession.deleteMany({ where: { partnerId, userId, id: sessionId } })
    const [row] = await run(END_SESSION, { partnerId, userId, sessionId, forSeconds })
    return row?.count ?? 0
  },
})
