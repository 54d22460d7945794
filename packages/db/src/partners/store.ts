import { type Partner, type PartnerStore, termsOf } from '@partner-accounts/core'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'

const columns = {
  id: true,
  name: true,
  status: true,
  coupon: { select: { code: true } },
} satisfies Prisma.PartnerSelect

type PartnerRow = Prisma.PartnerGetPayload<{ select: typeof columns }>

export function createPartnerStore(client: Client): PartnerStore {
  async function find(id: string): Promise<Partner | undefined> {
    const row = await client.partner.findUnique({ select: columns, where: { id } })
    return row ? toPartner(row) : undefined
  }

  return {
    async add(partner) {
      await client.partner.create({ data: { ...partner, terms: ` ${termsOf(partner.name)}` }, select: { id: true } })
    },

    find,

    async change(id, changes, from) {
      const where = { id, ...(from !== undefined && { status: from }) }
      const data = { ...changes, ...(changes.name !== undefined && { terms: ` ${termsOf(changes.name)}` }) }
      const { count } = await client.partner.updateMany({ data, where })
      return count === 0 ? undefined : find(id)
    },

    async isEmpty() {
      return (await client.partner.findFirst({ select: { id: true } })) === null
    },
  }
}

const toPartner = ({ coupon, status, ...partner }: PartnerRow): Partner => ({
  ...partner,
  status: status as Partner['status'],
  coupon: coupon?.code ?? null,
})
