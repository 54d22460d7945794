import type { PortalUser, PortalUserStore } from '@partner-accounts/core'
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
import { emailKeyOf } from '../email-key.ts'
import { findLink } from '../find-link.ts'
import { fromStored, toStored } from './permissions.ts'

/** Invalidates all tokens issued before. */
const ENDED_SESSIONS = { tokenGeneration: { increment: 1 } } as const
const NO_RESET_LINK = { resetTokenHash: null, resetExpiresAt: null } as const

/** Stores portal users in PostgreSQL. */
export function createPrismaPortalUserStore(client: Client, run: RunStatement): PortalUserStore {
  async function find(id: string, partnerId?: string): Promise<PortalUser | undefined> {
    const [row] = await run(...FIND.of({ id, partnerId }))
    return row && toPortalUser(row)
  }

  /**
   * Not one statement: Citus cannot return enums from an update, and Prisma would reject a permission that a later
   * release has added while instances of this one still run.
   */
  async function change(
    where: Prisma.PortalUserWhereInput & { id: string; partnerId?: string },
    data: Prisma.PortalUserUpdateManyMutationInput,
  ): Promise<PortalUser | undefined> {
    const { count } = await client.portalUser.updateMany({ data, where })
    return count === 0 ? undefined : find(where.id, where.partnerId)
  }

  return {
    async add({ activation, ...user }) {
      await run(ADD, { ...user, emailKey: emailKeyOf(user.email) })
      if (activation) await run(SET_PORTAL_USER_LINK, { id: user.id, ...activation })
    },

    find,

    async findByEmail(email) {
      const [key] = await run(WITH_EMAIL, { email })
      return key && find(key.id, key.partnerId)
    },

    async change(id, { name, status, passwordHash, activation, permissions }, unless) {
      const data: Prisma.PortalUserUpdateManyMutationInput = {
        ...(name !== undefined && { name }),
        ...(status !== undefined && { status }),
        ...(passwordHash !== undefined && { passwordHash, ...ENDED_SESSIONS, ...NO_RESET_LINK }),
        ...(permissions !== undefined && { permissions: toStored(permissions) }),
        ...(activation === null && { activationTokenHash: null, activationExpiresAt: null }),
      }
      const where = { id, ...(unless !== undefined && { status: { not: unless } }) }
      const changed = await change(where, data)
      if (changed && activation) await run(SET_PORTAL_USER_LINK, { id, ...activation })
      return changed
    },

    findLink: (link) => findLink(run, FIND_PORTAL_USER_LINK, link),

    async activate(link, passwordHash) {
      const found = await findLink(run, FIND_PORTAL_USER_LINK, link)
      if (found?.state !== 'usable') return found && { kind: found.state }
      const { partnerId, id } = found
      const activationTokenHash = bytes(link.tokenHash)
      const where = { partnerId, id, activationTokenHash, passwordHash: null, status: 'invited' } as const
      const user = await change(where, { passwordHash, status: 'active', ...ENDED_SESSIONS })
      return user ? { kind: 'activated', who: user } : { kind: 'used' }
    },

    async list(partnerId, { limit, after = '' }) {
      const rows = await run(LIST_OF_PARTNER, { partnerId, after, limit })
      return rows.map(({ lastSignedInAt, ...row }) => ({ ...toPortalUser(row), lastSignedInAt }))
    },

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

    findResetLink: (link) => findLink(run, FIND_RESET_LINK, link),

    async resetPassword(link, passwordHash) {
      const found = await findLink(run, FIND_RESET_LINK, link)
      if (!found) return undefined
      const { partnerId } = found
      const [row] = await run(RESET_PASSWORD, { partnerId, tokenHash: link.tokenHash, passwordHash })
      return row && find(row.id, partnerId)
    },

    async findCredentials(email) {
      const [key] = await run(WITH_EMAIL, { email })
      const [row] = key ? await run(CREDENTIALS, key) : []
      return row
    },

    async findAccess(userId, partnerId) {
      const [row] = await run(ACCESS, { userId, partnerId })
      return row && { ...row, userId, permissions: fromStored(row.permissions) }
    },
  }
}

const toPortalUser = ({ permissions, ...user }: (typeof FIND)['row']): PortalUser => ({
  ...user,
  permissions: fromStored(permissions),
})
