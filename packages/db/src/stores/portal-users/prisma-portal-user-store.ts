import { type LinkKey, type PortalUser, type PortalUserStore, termsOf } from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { RunStatement } from '../../driver/statements.ts'
import {
  FIND_PORTAL_USER_LINK,
  FIND_RESET_LINK,
  RESET_PASSWORD,
  SET_PORTAL_USER_LINK,
  SET_RESET_LINK,
} from '../../sql/link-statements.ts'
import {
  ACCESS,
  ADD,
  CREDENTIALS,
  END_SESSION,
  FIND,
  LIST_OF_PARTNER,
  LOCK_MANAGERS,
  RECORD_SIGN_IN,
  WITH_EMAIL,
} from '../../sql/portal-user-statements.ts'
import { NOW } from '../../sql/clock.ts'
import { emailKeyOf } from '../email-key.ts'

/** Invalidates all tokens issued before. */
const ENDED_SESSIONS = { tokenGeneration: { increment: 1 } } as const
const NO_RESET_LINK = { resetTokenHash: null, resetExpiresAt: null } as const

/** Stores portal users in PostgreSQL. */
export function createPrismaPortalUserStore(client: Client, run: RunStatement): PortalUserStore {
  async function find(id: string, partnerId?: string): Promise<PortalUser | undefined> {
    const [row] = await run(...FIND.of({ id, partnerId }))
    return row
  }

  async function change(
    where: Prisma.PortalUserWhereInput & { id: string; partnerId?: string },
    data: Prisma.PortalUserUpdateManyMutationInput,
  ): Promise<PortalUser | undefined> {
    const { count } = await client.portalUser.updateMany({ data, where })
    return count === 0 ? undefined : find(where.id, where.partnerId)
  }

  async function findLink(link: LinkKey) {
    const [found] = await run(FIND_PORTAL_USER_LINK, link)
    return found
  }

  return {
    async add({ activation, ...user }) {
      await run(ADD, {
        ...user,
        permissions: [...user.permissions],
        emailKey: emailKeyOf(user.email),
        terms: termsOf(user.name, user.email),
      })
      if (activation) await run(SET_PORTAL_USER_LINK, { id: user.id, ...activation })
    },

    find,

    count: (partnerId, kind) => client.portalUser.count({ where: { partnerId, kind } }),

    async deleteUnused({ id, partnerId, email }) {
      const [row] = await run(NOW, {})
      const hasNoLink = { OR: [{ activationExpiresAt: null }, { activationExpiresAt: { lte: row!.now } }] }
      const isUnused = { kind: 'person', status: { not: 'active' }, lastSignedInAt: null, ...hasNoLink } as const
      const { count } = await client.portalUser.deleteMany({ where: { partnerId, id, ...isUnused } })
      if (count === 0) return false
      await client.portalUserEmail.deleteMany({ where: { emailKey: emailKeyOf(email) } })
      return true
    },

    async findByEmail(email) {
      const [key] = await run(WITH_EMAIL, { email })
      return key && find(key.id, key.partnerId)
    },

    async change(id, { name, status, passwordHash, activation, permissions }, { unless, tokenGeneration } = {}) {
      const before = name === undefined ? undefined : await find(id)
      const data: Prisma.PortalUserUpdateManyMutationInput = {
        ...(name !== undefined && { name, terms: termsOf(name, before?.email ?? '') }),
        ...(status !== undefined && { status }),
        ...(passwordHash !== undefined && { passwordHash, ...ENDED_SESSIONS, ...NO_RESET_LINK }),
        ...(permissions !== undefined && { permissions: [...permissions] }),
        ...(activation === null && { activationTokenHash: null, activationExpiresAt: null }),
      }
      const where = {
        id,
        ...(unless !== undefined && { status: { not: unless } }),
        ...(tokenGeneration !== undefined && { tokenGeneration }),
      }
      const changed = await change(where, data)
      if (changed && activation) await run(SET_PORTAL_USER_LINK, { id, ...activation })
      return changed
    },

    findLink,

    async activate(link, passwordHash) {
      const found = await findLink(link)
      if (found?.state !== 'usable') return found && { kind: found.state }
      const { partnerId, id } = found
      const activationTokenHash = bytes(link.tokenHash)
      const where = { partnerId, id, activationTokenHash, passwordHash: null, status: 'invited' } as const
      const user = await change(where, { passwordHash, status: 'active', ...ENDED_SESSIONS })
      return user ? { kind: 'activated', who: user } : { kind: 'used' }
    },

    list: (partnerId, { limit, after = '' }) => run(LIST_OF_PARTNER, { partnerId, after, limit }),

    async lockManagers(partnerId) {
      await run(LOCK_MANAGERS, { partnerId })
    },

    async recordSignIn({ id, partnerId }) {
      await run(RECORD_SIGN_IN, { id, partnerId })
    },

    async endSession({ id, partnerId }, sessionId, forSeconds) {
      const [row] = await run(END_SESSION, { id, partnerId, sessionId, forSeconds })
      return row?.count ?? 0
    },

    endSessions: (id) => change({ id }, { ...ENDED_SESSIONS, endedSessions: {} }),

    async setResetLink(id, link) {
      await run(SET_RESET_LINK, { id, ...link })
    },

    async findResetLink(link) {
      const [found] = await run(FIND_RESET_LINK, link)
      return found
    },

    async resetPassword(link, passwordHash) {
      const [row] = await run(RESET_PASSWORD, { ...link, passwordHash })
      return row && find(row.id, link.partnerId)
    },

    async findCredentials(email) {
      const [key] = await run(WITH_EMAIL, { email })
      const [row] = key ? await run(CREDENTIALS, key) : []
      return row
    },

    async findAccess(userId, partnerId) {
      const [row] = await run(ACCESS, { userId, partnerId })
      return row && { ...row, userId }
    },
  }
}
