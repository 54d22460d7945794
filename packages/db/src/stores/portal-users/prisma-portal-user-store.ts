import {
  type ActivationLink,
  type ActivationOutcome,
  type NormalizedEmail,
  type NewPortalUser,
  PERMISSIONS,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserChanges,
  type PortalUserCredentials,
  type PortalUserStatus,
  type PortalUserStore,
} from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Statements } from '../../driver/statements.ts'
import { FIND_PORTAL_USER_LINK, SET_PORTAL_USER_LINK } from '../../sql/link-statements.ts'
import { ACCESS, CREDENTIALS } from '../../sql/portal-user-statements.ts'
import { fromStored, toStored } from './permissions.ts'

const columns = {
  id: true,
  partnerId: true,
  email: true,
  name: true,
  status: true,
  permissions: true,
} satisfies Prisma.PortalUserSelect

type PortalUserRow = Prisma.PortalUserGetPayload<{ select: typeof columns }>

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
      ...(passwordHash !== undefined && { passwordHash, tokenGeneration: { increment: 1 } }),
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
      data: { passwordHash, status: 'active', tokenGeneration: { increment: 1 } },
      select: columns,
      where: { activationTokenHash: bytes(tokenHash), passwordHash: null, status: 'invited' },
    })
    return row ? { kind: 'activated', who: toPortalUser(row) } : { kind: 'used' }
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
