import {
  PERMISSIONS,
  type PortalUserAccess,
  type PortalUserCredentials,
  type PortalUserStore,
} from '@partner-accounts/core'
import type { PrismaClient } from '../generated/client.ts'
import { reachingStorage } from '../storage-errors.ts'
import { storedPermissions } from './stored-permissions.ts'

/** Portal users in PostgreSQL. */
export class PrismaPortalUserStore implements PortalUserStore {
  readonly #prisma: PrismaClient

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma
  }

  findCredentials(email: string): Promise<PortalUserCredentials | undefined> {
    return reachingStorage(async () => {
      const [user] = await this.#prisma.$queryRaw<PortalUserCredentials[]>`
        SELECT id, partner_id AS "partnerId", status::text, password_hash AS "passwordHash"
        FROM portal_users
        WHERE lower(email) = lower(${email})`
      return user
    })
  }

  async findAccess(userId: string): Promise<PortalUserAccess | undefined> {
    const user = await reachingStorage(() =>
      this.#prisma.portalUser.findUnique({
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
      permissions: PERMISSIONS.filter((permission) => user.permissions.includes(storedPermissions[permission])),
    }
  }
}
