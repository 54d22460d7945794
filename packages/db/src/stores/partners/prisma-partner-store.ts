import type { NewPartner, Partner, PartnerChanges, PartnerStatus, PartnerStore } from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'

const columns = {
  id: true,
  name: true,
  status: true,
  coupon: { select: { code: true } },
} satisfies Prisma.PartnerSelect

type PartnerRow = Prisma.PartnerGetPayload<{ select: typeof columns }>

/** Stores partners in PostgreSQL. */
export class PrismaPartnerStore implements PartnerStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async add(partner: NewPartner): Promise<void> {
    await this.#client.partner.create({ data: partner, select: { id: true } })
  }

  async find(id: string): Promise<Partner | undefined> {
    const row = await this.#client.partner.findUnique({ select: columns, where: { id } })
    return row ? toPartner(row) : undefined
  }

  async change(id: string, changes: PartnerChanges, from?: PartnerStatus): Promise<Partner | undefined> {
    const where = { id, ...(from !== undefined && { status: from }) }
    const { count } = await this.#client.partner.updateMany({ data: changes, where })
    return count === 0 ? undefined : this.find(id)
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#client.partner.findFirst({ select: { id: true } })) === null
  }
}

const toPartner = ({ coupon, ...partner }: PartnerRow): Partner => ({ ...partner, coupon: coupon?.code ?? null })
