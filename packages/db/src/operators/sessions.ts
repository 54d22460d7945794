import type { OperatorRole, OperatorSession, OperatorSessionStore } from '@partner-accounts/core'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

const operatorColumns = { id: true, email: true, name: true, role: true, createdBy: true } as const

export const sessionColumns = {
  ...operatorColumns,
  startedAt: true,
  expiresAt: true,
  userAgent: true,
  network: true,
} satisfies Prisma.OperatorSessionSelect

/** Ending a session also locks it before its links: another order would deadlock. */
// Prisma has no FOR KEY SHARE.
const LOCK_LINK_CREATOR = new Statement(
  'operator_lock_link_creator',
  ({ tokenHash }: Given<{ tokenHash: Uint8Array }>) =>
    queries
      .selectFrom('operator_sessions')
      .select('id')
      .where('id', '=', (db) =>
        db.selectFrom('operator_sign_in_links').select('creator_session_id').where('token_hash', '=', tokenHash),
      )
      .forKeyShare(),
)

export function createOperatorSessions(client: Client, run: RunStatement): OperatorSessionStore {
  /** At the latest with the creating session. */
  async function expiry(seconds: number, creatorId: string | null): Promise<Date> {
    const expiresAt = secondsAfter(await readClock(run), seconds)
    if (creatorId === null) return expiresAt
    const creator = await client.operatorSession.findUnique({ select: { expiresAt: true }, where: { id: creatorId } })
    return creator && creator.expiresAt < expiresAt ? creator.expiresAt : expiresAt
  }

  return {
    async addLink({ tokenHash, validForSeconds, ...link }) {
      const expiresAt = await expiry(validForSeconds, link.creatorSessionId)
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
      return link && count > 0 ? { ...link, role: link.role as OperatorRole } : undefined
    },

    async start({ lifetimeSeconds, sealedIdToken, ...session }) {
      const expiresAt = await expiry(lifetimeSeconds, session.creatorSessionId)
      const data = { ...session, sealedIdToken: sealedIdToken && bytes(sealedIdToken), expiresAt }
      return (await client.operatorSession.create({ data, select: sessionColumns })) as OperatorSession
    },

    async find(id) {
      // In parallel: each operator's request reads it.
      const [now, row] = await Promise.all([
        readClock(run),
        client.operatorSession.findUnique({ select: sessionColumns, where: { id } }),
      ])
      return row && row.expiresAt > now ? (row as OperatorSession) : undefined
    },

    async findSealedIdToken(id) {
      const row = await client.operatorSession.findUnique({ select: { sealedIdToken: true }, where: { id } })
      return row?.sealedIdToken ?? null
    },

    async end(id) {
      await client.operatorSession.deleteMany({ where: { id } })
    },

    async endAll(name) {
      const where = { OR: [{ email: name }, { email: null, name }] }
      const open = { ...where, expiresAt: { gt: await readClock(run) } }
      const sessions = (await client.operatorSession.findMany({
        select: sessionColumns,
        where: open,
      })) as OperatorSession[]
      await client.operatorSession.deleteMany({ where })
      await client.operatorSignInLink.deleteMany({ where })
      // Of a link that was redeemed meanwhile.
      await client.operatorSession.deleteMany({ where })
      return sessions
    },
  }
}
