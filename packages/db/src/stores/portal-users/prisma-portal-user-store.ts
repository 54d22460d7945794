import {
  type ActivationLink,
  type ActivationOutcome,
  type NormalizedEmail,
  type NewPortalUser,
  type PasswordOwner,
  PERMISSIONS,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserChanges,
  type PortalUserCredentials,
  type PortalUserStatus,
  type PortalUserStore,
  type StoredActivation,
  type TeamMember,
} from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../driver/statements.ts'
import {
  FIND_PORTAL_USER_LINK,
  FIND_RESET_LINK,
  RESET_PASSWORD,
  SET_PORTAL_USER_LINK,
  SET_RESET_LINK,
} from '../../sql/link-statements.ts'
import { ACCESS, CREDENTIALS, LOCK_MANAGERS, RECORD_SIGN_IN } from '../../sql/portal-user-statements.ts'
import { fromStored, toStored } from './permissions.ts'

const columns = {
  id: true,
  partnerId: true,
  kind: true,
  email: true,
  name: true,
  status: true,
  permissions: true,
} satisfies Prisma.PortalUserSelect

type PortalUserRow = Prisma.PortalUserGetPayload<{ select: typeof columns }>

/** Invalidates all tokens issued before. */
const ENDED_SESSIONS = { tokenGeneration: { increment: 1 } } as const
const NO_RESET_LINK = { resetTokenHash: null, resetExpiresAt: null } as const

/** Stores portal users in PostgreSQL. */
export class PrismaPortalUserStore implements PortalUserStore {
  readonly #client: Client
  readonly #statements: Statements

  constructor(client: Client, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  async add({ permissions, activation, ...user }: NewPortalUser): Promise<void> {
    const data = { ...user, permissions: toStored(permissions) }
    await this.#client.portalUser.create({ data, select: { id: true } })
    if (activation) await this.#statements.run(SET_PORTAL_USER_LINK, { id: user.id, ...activation })
  }

  async find(id: string): Promise<PortalUser | undefined> {
    const row = await this.#client.portalUser.findUnique({ select: columns, where: { id } })
    return row ? toPortalUser(row) : undefined
  }

  async findByEmail(email: NormalizedEmail): Promise<PortalUser | undefined> {
    const credentials = await this.findCredentials(email)
    return credentials && this.find(credentials.id)
  }

  async change(
    id: string,
    { name, status, passwordHash, activation, permissions }: PortalUserChanges,
    unless?: PortalUserStatus,
  ): Promise<PortalUser | undefined> {
    const data: Prisma.PortalUserUpdateManyMutationInput = {
      ...(name !== undefined && { name }),
      ...(status !== undefined && { status }),
      ...(passwordHash !== undefined && { passwordHash, ...ENDED_SESSIONS, ...NO_RESET_LINK }),
      ...(permissions !== undefined && { permissions: toStored(permissions) }),
      ...(activation === null && { activationTokenHash: null, activationExpiresAt: null }),
    }
    const where = { id, ...(unless !== undefined && { status: { not: unless } }) }
    const [row] = await this.#client.portalUser.updateManyAndReturn({ data, select: columns, where })
    if (row && activation) await this.#statements.run(SET_PORTAL_USER_LINK, { id, ...activation })
    return row && toPortalUser(row)
  }

  async findLink(tokenHash: Uint8Array): Promise<ActivationLink | undefined> {
    const [row] = await this.#statements.run(FIND_PORTAL_USER_LINK, { tokenHash })
    return row
  }

  async activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<PortalUser>> {
    const link = await this.findLink(tokenHash)
    if (link?.state !== 'usable') return link && { kind: link.state }
    const [row] = await this.#client.portalUser.updateManyAndReturn({
      data: { passwordHash, status: 'active', ...ENDED_SESSIONS },
      select: columns,
      where: { activationTokenHash: bytes(tokenHash), passwordHash: null, status: 'invited' },
    })
    return row ? { kind: 'activated', who: toPortalUser(row) } : { kind: 'used' }
  }

  async list(
    partnerId: string,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<TeamMember[]> {
    const rows = await this.#client.portalUser.findMany({
      select: { ...columns, lastSignedInAt: true },
      where: { partnerId, ...(after !== undefined && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: limit,
    })
    return rows.map(({ lastSignedInAt, ...row }) => ({ ...toPortalUser(row), lastSignedInAt }))
  }

  async lockManagers(partnerId: string): Promise<void> {
    await this.#statements.run(LOCK_MANAGERS, { partnerId })
  }

  async recordSignIn(id: string): Promise<void> {
    await this.#statements.run(RECORD_SIGN_IN, { id })
  }

  async endSessions(id: string): Promise<PortalUser | undefined> {
    const data = ENDED_SESSIONS
    const [row] = await this.#client.portalUser.updateManyAndReturn({ data, select: columns, where: { id } })
    return row && toPortalUser(row)
  }

  async setResetLink(id: string, link: StoredActivation): Promise<void> {
    await this.#statements.run(SET_RESET_LINK, { id, ...link })
  }

  async findResetLink(tokenHash: Uint8Array): Promise<PasswordOwner | undefined> {
    const [row] = await this.#statements.run(FIND_RESET_LINK, { tokenHash })
    return row
  }

  async resetPassword(tokenHash: Uint8Array, passwordHash: string): Promise<PortalUser | undefined> {
    const [row] = await this.#statements.run(RESET_PASSWORD, { tokenHash, passwordHash })
    return row && this.find(row.id)
  }

  async findCredentials(email: NormalizedEmail): Promise<PortalUserCredentials | undefined> {
    const [row] = await this.#statements.run(CREDENTIALS, { email })
    return row
  }

  async findAccess(userId: string): Promise<PortalUserAccess | undefined> {
    const [row] = await this.#statements.run(ACCESS, { userId })
    return (
      row && { ...row, userId, permissions: PERMISSIONS.filter((permission) => row.permissions.includes(permission)) }
    )
  }
}

const toPortalUser = ({ permissions, ...user }: PortalUserRow): PortalUser => ({
  ...user,
  permissions: fromStored(permissions),
})
