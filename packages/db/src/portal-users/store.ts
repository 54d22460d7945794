import {
  emailKeyOf,
  type LinkKey,
  type PartnerMode,
  type PortalUser,
  type PortalUserStore,
  termsOf,
} from '@partner-accounts/core'
import { sql } from 'kysely'
import { activationColumns, linkState, NO_LINK, NO_RESET_LINK, ofLink, ofUsableLink } from '../links.ts'
import { modeOf } from '../partners/store.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

type PortalUserKey = Record<'partnerId' | 'id', string>

// Hot: a caller's rights, cached only for seconds.
const ACCESS = new Statement('portal_user_access', ({ partnerId, id }: Given<PortalUserKey>) =>
  queries
    .selectFrom('portal_users as u')
    .innerJoin('partners as p', 'p.id', 'u.partner_id')
    .select(['u.id as userId', 'u.partner_id as partnerId', 'u.status as userStatus', 'p.status as partnerStatus'])
    .select(sql<PartnerMode>`CASE WHEN p.test_of IS NULL THEN 'live' ELSE 'test' END`.as('partnerMode'))
    .leftJoin('second_factors as f', (join) =>
      join.onRef('f.partner_id', '=', 'u.partner_id').onRef('f.user_id', '=', 'u.id').on('f.is_active', '=', true),
    )
    .select(['u.token_generation as tokenGeneration', 'u.permissions'])
    .select([
      'p.requires_second_factor as requiresSecondFactor',
      sql<boolean>`f.user_id IS NOT NULL`.as('hasSecondFactor'),
    ])
    .select(sql<string[]>`ARRAY(SELECT jsonb_object_keys(u.ended_sessions))`.as('endedSessions'))
    .where('u.partner_id', '=', partnerId)
    .where('p.id', '=', partnerId)
    .where('u.id', '=', id),
)

// Prisma has no FOR UPDATE. Ordered by id: concurrent transactions do not deadlock.
const LOCK_MANAGERS = new Statement('portal_user_lock_managers', ({ partnerId }: Given<{ partnerId: string }>) =>
  queries
    .selectFrom('portal_users')
    .select(['id', 'status'])
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`'users:manage' = ANY (permissions)`)
    .orderBy('id')
    .forUpdate(),
)

const columns = {
  id: true,
  partnerId: true,
  kind: true,
  email: true,
  name: true,
  status: true,
  permissions: true,
} satisfies Prisma.PortalUserSelect

const searchedTerms = (name: string, email: string) => ` ${termsOf(name, email)}`

/** Invalidates all tokens. */
const ENDED_SESSIONS = { tokenGeneration: { increment: 1 } } as const

export function createPortalUserStore(client: Client, run: RunStatement): PortalUserStore {
  async function find(id: string, partnerId?: string): Promise<PortalUser | undefined> {
    const where = { id, ...(partnerId !== undefined && { partnerId }) }
    return ((await client.portalUser.findFirst({ select: columns, where })) as PortalUser | null) ?? undefined
  }

  async function change(
    where: Prisma.PortalUserWhereInput,
    data: Prisma.PortalUserUpdateManyMutationInput,
  ): Promise<PortalUser | undefined> {
    const [changed] = await client.portalUser.updateManyAndReturn({ data, select: columns, where })
    return changed as PortalUser | undefined
  }

  const keyOf = async (emailKey: string): Promise<PortalUserKey | undefined> => {
    const row = await client.portalUserEmail.findUnique({ where: { emailKey } })
    return row ? { partnerId: row.partnerId, id: row.userId } : undefined
  }

  const ofResetLink = async ({ partnerId, tokenHash }: LinkKey) =>
    ({
      partnerId,
      resetTokenHash: bytes(tokenHash),
      resetExpiresAt: { gt: await readClock(run) },
      status: 'active',
    }) satisfies Prisma.PortalUserWhereInput

  return {
    async add({ activation, permissions, ...user }) {
      const { id: userId, partnerId, name, email } = user
      const link = activation && (await activationColumns(run, activation))
      const data = { ...user, permissions: [...permissions], terms: searchedTerms(name, email), ...link }
      await client.portalUserEmail.create({ data: { emailKey: emailKeyOf(email), partnerId, userId } })
      await client.portalUser.create({ data, select: { id: true } })
    },

    find,

    count: (partnerId, kind) => client.portalUser.count({ where: { partnerId, kind } }),

    async deleteUnused({ id, partnerId, email }) {
      const hasNoLink = { OR: [{ activationExpiresAt: null }, { activationExpiresAt: { lte: await readClock(run) } }] }
      const isUnused = { kind: 'person', status: { not: 'active' }, lastSignedInAt: null, ...hasNoLink }
      const { count } = await client.portalUser.deleteMany({ where: { partnerId, id, ...isUnused } })
      if (count === 0) return false
      await client.portalUserEmail.deleteMany({ where: { emailKey: emailKeyOf(email) } })
      return true
    },

    async findByEmail(email) {
      const key = await keyOf(email)
      return key && find(key.id, key.partnerId)
    },

    async change(id, { name, status, passwordHash, activation, permissions }, { unless, tokenGeneration } = {}) {
      const before = name === undefined ? undefined : await find(id)
      const link = activation && (await activationColumns(run, activation))
      const data: Prisma.PortalUserUpdateManyMutationInput = {
        ...(name !== undefined && { name, terms: searchedTerms(name, before?.email ?? '') }),
        ...(status !== undefined && { status }),
        ...(passwordHash !== undefined && { passwordHash }),
        ...((passwordHash !== undefined || status === 'disabled') && { ...ENDED_SESSIONS, ...NO_RESET_LINK }),
        ...(permissions !== undefined && { permissions: [...permissions] }),
        ...(activation === null && NO_LINK),
        ...link,
      }
      const where = {
        id,
        erasedAt: null,
        ...(unless !== undefined && { status: { not: unless } }),
        ...(tokenGeneration !== undefined && { tokenGeneration }),
      }
      return change(where, data)
    },

    async findLink(link) {
      const row = await client.portalUser.findFirst({
        select: { email: true, name: true, passwordHash: true, activationExpiresAt: true },
        where: ofLink(link),
      })
      if (!row) return undefined
      return { email: row.email, name: row.name, state: linkState(row, await readClock(run)) }
    },

    async activate(link, passwordHash) {
      const where = { ...(await ofUsableLink(run, link)), status: 'invited' }
      return change(where, { passwordHash, status: 'active', ...ENDED_SESSIONS })
    },

    async list(partnerId, { limit, after = '' }) {
      const rows = await client.portalUser.findMany({
        select: { ...columns, lastSignedInAt: true, secondFactor: { select: { isActive: true } } },
        where: { partnerId, id: { gt: after } },
        orderBy: { id: 'asc' },
        take: limit,
      })
      return rows.map(({ secondFactor, ...row }) => ({
        ...(row as typeof row & PortalUser),
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

    endSessions: (id) => change({ id }, { ...ENDED_SESSIONS, endedSessions: {} }),

    async setResetLink(id, { tokenHash, validForSeconds }) {
      const resetExpiresAt = secondsAfter(await readClock(run), validForSeconds)
      await client.portalUser.updateMany({ data: { resetTokenHash: bytes(tokenHash), resetExpiresAt }, where: { id } })
    },

    async findResetLink(link) {
      const where = await ofResetLink(link)
      return (await client.portalUser.findFirst({ select: { email: true, name: true }, where })) ?? undefined
    },

    resetPassword: async (link, passwordHash) =>
      change(await ofResetLink(link), { passwordHash, ...ENDED_SESSIONS, ...NO_RESET_LINK }),

    async findCredentials(email) {
      const key = await keyOf(email)
      if (!key) return undefined
      const select = { ...columns, passwordHash: true, tokenGeneration: true } as const
      // Not joined: on Citus, Prisma's join reads every shard.
      const [row, partner] = await Promise.all([
        client.portalUser.findFirst({ select, where: key }),
        client.partner.findUnique({ select: { testOf: true }, where: { id: key.partnerId } }),
      ])
      return row && partner ? { ...(row as typeof row & PortalUser), partnerMode: modeOf(partner) } : undefined
    },

    async findAccess(id, partnerId) {
      const [row] = await run(ACCESS, { id, partnerId })
      return row
    },
  }
}
