import type { NewPartner, PartnerStore } from '@partner-accounts/core'
import type { PrismaClient } from '../generated/client.ts'
import { reachingStorage } from '../storage-errors.ts'

/** Partners in PostgreSQL. */
export class PrismaPartnerStore implements PartnerStore {
  readonly #prisma: PrismaClient

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma
  }

  async add(partner: NewPartner): Promise<void> {
    await reachingStorage(() => this.#prisma.partner.create({ data: partner, select: { id: true } }))
  }

  async isEmpty(): Promise<boolean> {
    return (await reachingStorage(() => this.#prisma.partner.findFirst({ select: { id: true } }))) === null
  }
}
