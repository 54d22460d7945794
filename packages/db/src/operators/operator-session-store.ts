import type { OperatorRole, OperatorSession, OperatorSessionStore } from '@partner-accounts/core'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'

const operatorColumns = { id: true, email: true, name: true, role: true, createdBy: true } as const

export const sessionColumns = {
  ...operatorColumns,
  startedAt: true,
  expiresAt: true,
  userAgent: true,
  network: true,
} satisfies Prisma.OperatorSessionSelect

/** Locks the session that created a link. Ending a session locks it before its links, so another order would deadlock. */
// Prisma has no FOR KEY SHARE.
const LOCK_LINK_CREATOR = statement({
  name: 'operator_lock_link_creator',
  parameters: { tokenHash: 'bytea' },
  columns: { id: 'text' },
  text: `
    SELECT id FROM operator_sessions
    WHERE id = (SELECT creator_session_id FROM operator_sign_in_links WHERE token_hash = :tokenHash)
    FOR KEY SHARE
  `,
})

export function createOperatorSessions(client: Client, run: RunStatement): OperatorSessionStore {
  /** Returns the time after some seconds, or the expiry of the creating session if it is earlier. */
  async function computeExpiry(seconds: number, creatorId: string | null): Promise<Date> {
    const expiresAt = secondsAfter(await readClock(run), seconds)
    if (creatorId === null) return expiresAt
    const creator = await client.operatorSession.findUnique({ select: { expiresAt: true }, where: { id: creatorId } })
    return creator && creator.expiresAt < expiresAt ? creator.expiresAt : expiresAt
  }

  return {
    async addLink({ tokenHash, validForSeconds, ...link }) {
      const expiresAt = await computeExpiry(validForSeconds, link.creatorSessionId)
      await client.operatorSignInLink.create({ data: { ...link, tokenHash: bytes(tokenHash), expiresAt } })
      return expiresAt
    },

    async takeLink(tokenHash) {
      await run(LOCK_LINK_CREATOR, { tokenHash })
      const where = { tokenHash: bytes(tokenHash), expiresAt: { gt: await readClock(run) } }
      const select = { ...operatorColumns, creatorSessionId: true }
      const link = await client.operatorSignInLink.findFirst({ select, where })
      // Concurrent redemptions serialize on the row: the second DELETE finds nothing.
      const { count } = await client.operatorSignInLink.deleteMany({ where })
      return link && count > 0 ? { ...link, ...narrowStates<{ role: OperatorRole }>(link) } : undefined
    },

    async start({ lifetimeSeconds, sealedIdToken, ...session }) {
      const expiresAt = await computeExpiry(lifetimeSeconds, session.creatorSessionId)
      const data = { ...session, sealedIdToken: sealedIdToken && bytes(sealedIdToken), expiresAt }
      return narrowStates<OperatorSession>(await client.operatorSession.create({ data, select: sessionColumns }))
    },

    async find(id) {
      // Reads both in parallel, because each request of an operator waits for them.
      const [now, row] = await Promise.all([
        readClock(run),
        client.operatorSession.findUnique({ select: sessionColumns, where: { id } }),
      ])
      return row && row.expiresAt > now ? narrowStates<OperatorSession>(row) : undefined
    },

    async findSealedIdToken(id) {
      const row = await client.operatorSession.findUnique({ select: { sealedIdToken: true }, where: { id } })
      return row?.sealedIdToken ?? null
    },

    async end(id) {
      await client.operatorSession.deleteMany({ where: { id } })
    },

    async endAll(operator) {
      // Operators without an e-mail are known by their names.
      const where = { OR: [{ email: operator }, { email: null, name: operator }] }
      const open = { ...where, expiresAt: { gt: await readClock(run) } }
      const sessions = await client.operatorSession.findMany({ select: sessionColumns, where: open })
      await client.operatorSession.deleteMany({ where })
      const links = await client.operatorSignInLink.deleteMany({ where })
      // A link may have been redeemed meanwhile.
      const redeemed = await client.operatorSession.deleteMany({ where })
      return {
        sessions: sessions.map((session) => narrowStates<OperatorSession>(session)),
        linkCount: links.count + redeemed.count,
      }
    },
  }
}
