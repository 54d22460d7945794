import {
  emailKeyOf,
  LIMITS,
  type PortalUser,
  type PortalUserChanges,
  type PortalUserStore,
} from '@partner-accounts/core'
import { activationColumns, NO_LINK, NO_RESET_LINK } from '../links.ts'
import { listedTerms } from '../listed-terms.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { statement } from '../sql/statement.ts'
import { findAccess, findCredentials } from './portal-user-access.ts'
import { createPortalUserLinks } from './portal-user-links.ts'
import { changeUser, ENDED_SESSIONS, findIdsByEmail, findUser, userColumns } from './portal-user-rows.ts'

// Prisma has no FOR UPDATE. Ordered by id, so that concurrent transactions do not deadlock.
const LOCK_MANAGERS = statement({
  name: 'portal_user_lock_managers',
  parameters: { partnerId: 'text' },
  columns: { id: 'text', status: 'text' },
  text: `
    SELECT id, status FROM portal_users
    WHERE partner_id = :partnerId AND 'users:manage' = ANY (permissions)
    ORDER BY id
    FOR UPDATE
  `,
})

export const createPortalUserStore = (client: Client, run: RunStatement): PortalUserStore => ({
  ...createPortalUserLinks(client, run),

  async add({ activation, permissions, ...user }) {
    const { id: userId, partnerId, name, email } = user
    const link = activation && (await activationColumns(run, activation))
    const data = { ...user, permissions: [...permissions], terms: listedTerms(name, email), ...link }
    await client.portalUserEmail.create({ data: { emailKey: emailKeyOf(email), partnerId, userId } })
    await client.portalUser.create({ data, select: { id: true } })
  },

  find: (id, partnerId) => findUser(client, id, partnerId),

  count: (partnerId, kind) => client.portalUser.count({ where: { partnerId, kind } }),

  async deleteUnused({ id, partnerId, email }) {
    const withoutUsableLink = {
      OR: [{ activationExpiresAt: null }, { activationExpiresAt: { lte: await readClock(run) } }],
    }
    const unused = { kind: 'person', status: { not: 'active' }, lastSignedInAt: null, ...withoutUsableLink }
    const { count } = await client.portalUser.deleteMany({ where: { partnerId, id, ...unused } })
    if (count === 0) return false
    await client.portalUserEmail.deleteMany({ where: { emailKey: emailKeyOf(email) } })
    return true
  },

  async findByEmail(email) {
    const key = await findIdsByEmail(client, emailKeyOf(email))
    return key && findUser(client, key.id, key.partnerId)
  },

  async change(id, changes, { unless, tokenGeneration } = {}) {
    const where = {
      id,
      erasedAt: null,
      ...(unless !== undefined && { status: { not: unless } }),
      ...(tokenGeneration !== undefined && { tokenGeneration }),
    }
    return changeUser(client, where, await changedColumns(client, run, id, changes))
  },

  async replacePassword(id, passwordHash, { keepsPrevious }) {
    const where = { id, erasedAt: null }
    const current = await client.portalUser.findFirst({ select: { status: true, passwordHash: true }, where })
    if (!keepsPrevious || current?.status !== 'active')
      return changeUser(client, where, { passwordHash, status: 'active', ...ENDED_SESSIONS })
    return changeUser(client, where, {
      passwordHash,
      previousPasswordHash: current.passwordHash,
      previousPasswordExpiresAt: secondsAfter(await readClock(run), LIMITS.previousPasswordHours * 3600),
    })
  },

  async list(partnerId, { limit, after = '' }) {
    const rows = await client.portalUser.findMany({
      select: { ...userColumns, createdAt: true, lastSignedInAt: true, secondFactor: { select: { isActive: true } } },
      where: { partnerId, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: limit,
    })
    return rows.map(({ secondFactor, ...row }) => ({
      ...row,
      ...narrowStates<PortalUser>(row),
      hasSecondFactor: secondFactor?.isActive === true,
    }))
  },

  async lockManagers(partnerId) {
    const managers = await run(LOCK_MANAGERS, { partnerId })
    return managers.filter(({ status }) => status === 'active').map(({ id }) => id)
  },

  async recordSignIn({ id, partnerId }) {
    const data = { lastSignedInAt: await readClock(run) }
    await client.portalUser.updateMany({ data, where: { id, partnerId } })
  },

  endSessions: (id) => changeUser(client, { id }, { ...ENDED_SESSIONS, endedSessions: {} }),
  findCredentials: (email) => findCredentials(client, run, email),
  findAccess: (id, partnerId) => findAccess(run, id, partnerId),
})

async function changedColumns(
  client: Client,
  run: RunStatement,
  id: string,
  { name, status, passwordHash, activation, permissions }: PortalUserChanges,
): Promise<Prisma.PortalUserUpdateManyMutationInput> {
  const before = name === undefined ? undefined : await findUser(client, id)
  const link = activation && (await activationColumns(run, activation))
  return {
    ...(name !== undefined && { name, terms: listedTerms(name, before?.email ?? '') }),
    ...(status !== undefined && { status }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...((passwordHash !== undefined || status === 'disabled') && { ...ENDED_SESSIONS, ...NO_RESET_LINK }),
    ...(permissions !== undefined && { permissions: [...permissions] }),
    ...(activation === null && NO_LINK),
    ...link,
  }
}
