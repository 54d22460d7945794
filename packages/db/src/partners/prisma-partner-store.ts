import type { NewPartner, NewPortalUser, PartnerStore } from '@partner-accounts/core'
import type { PrismaClient } from '../generated/client.ts'
import { storedPermissions } from '../portal-users/stored-permissions.ts'
import { reachingStorage } from '../storage-errors.ts'

/** Partners in PostgreSQL. */
export class PrismaPartnerStore implements PartnerStore {
  readonly #prisma: PrismaClient

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma
  }

  async add(partner: NewPartner, portalUsers: readonly NewPortalUser[]): Promise<void> {
    const users = portalUsers.map(({ permissions, ...user }) => ({
      ...user,
      permissions: permissions.map((permission) => storedPermissions[permission]),
    }))
    const data = { ...partner, portalUsers: { create: users } }
    await reachingStorage(() => this.#prisma.partner.create({ data, select: { id: true } }))
  }

  async isEmpty(): Promise<boolean> {
    return (await reachingStorage(() => this.#prisma.partner.findFirst({ select: { id: true } }))) === null
  }
}
