import {
  type ActivationOutcome,
  DomainError,
  type NewPortalUser,
  type PortalUser,
  type PortalUserAccess,
  type PortalUserChanges,
  type PortalUserCredentials,
  type PortalUserStatus,
  type PortalUserStore,
} from '@partner-accounts/core'
import { activationData, unusable } from '../activation.ts'
import { bytes, type Client } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { reachingStorage, violatesUnique } from '../storage-errors.ts'
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

/** Portal users in PostgreSQL. */
export class PrismaPortalUserStore implements PortalUserStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async add({ permissions, activation, ...user }: NewPortalUser): Promise<void> {
    const data = { ...user, permissions: toStored(permissions), ...activationData(activation) }
    try {
      await reachingStorage(() => this.#client.portalUser.create({ data, select: { id: true } }))
    } catch (error) {
      if (violatesUnique(error, 'portal_users_email_key')) {
        throw new DomainError('portal-user-email-taken', { cause: error })
      }
      throw error
    }
  }

  async find(id: string): Promise<PortalUser | undefined> {
    const row = await reachingStorage(() => this.#client.portalUser.findUnique({ select: columns, where: { id } }))
    return row ? toPortalUser(row) : undefined
  }

  async findByEmail(email: string): Promise<PortalUser | undefined> {
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
      ...(passwordHash !== undefined && { passwordHash }),
      ...(permissions !== undefined && { permissions: toStored(permissions) }),
      ...(activation !== undefined && activationData(activation)),
    }
    const where = { id, ...(unless !== undefined && { status: { not: unless } }) }
    const [row] = await reachingStorage(() =>
      this.#client.portalUser.updateManyAndReturn({ data, select: columns, where }),
    )
    return row && toPortalUser(row)
  }

  async activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<PortalUser>> {
    const activationTokenHash = bytes(tokenHash)
    const link = await reachingStorage(() =>
      this.#client.portalUser.findUnique({
        select: { passwordHash: true, activationExpiresAt: true },
        where: { activationTokenHash },
      }),
    )
    if (!link) return undefined
    const useless = unusable(link)
    if (useless) return useless
    const [row] = await reachingStorage(() =>
      this.#client.portalUser.updateManyAndReturn({
        data: { passwordHash, status: 'active' },
        select: columns,
        where: { activationTokenHash, passwordHash: null, status: 'invited' },
      }),
    )
    return row ? { kind: 'activated', who: toPortalUser(row) } : { kind: 'used' }
  }

  findCredentials(email: string): Promise<PortalUserCredentials | undefined> {
    return reachingStorage(async () => {
      const [user] = await this.#client.$queryRaw<PortalUserCredentials[]>`
        SELECT id, partner_id AS "partnerId", status::text, password_hash AS "passwordHash"
        FROM portal_users
        WHERE lower(email) = lower(${email})`
      return user
    })
  }

  async findAccess(userId: string): Promise<PortalUserAccess | undefined> {
    const user = await reachingStorage(() =>
      this.#client.portalUser.findUnique({
        relationLoadStrategy: 'join',
        select: { partnerId: true, status: true, permissions: true, partner: { select: { status: true } } },
        where: { id: userId },
      }),
    )
    if (!user) return undefined
    return {
      userId,
      partnerId: user.partnerId,
      userStatus: user.status,
      partnerStatus: user.partner.status,
      permissions: fromStored(user.permissions),
    }
  }
}

const toPortalUser = ({ permissions, ...user }: PortalUserRow): PortalUser => ({
  ...user,
  permissions: fromStored(permissions),
})
