import { isInForce, type Partner, type PartnerLimit, type PartnerMode, type PartnerStore } from '@partner-accounts/core'
import { listedTerms } from '../listed-terms.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import type { RunStatement } from '../sql/run.ts'
import { LOCK_PARTNER } from '../sql/locks.ts'
import { emptyTestPartner } from '../retention/test-data.ts'

export const partnerColumns = {
  id: true,
  name: true,
  status: true,
  rateLimit: true,
  rateLimitUntil: true,
  testOf: true,
  coupon: { select: { code: true } },
} satisfies Prisma.PartnerSelect

type PartnerRow = Prisma.PartnerGetPayload<{ select: typeof partnerColumns }>

export function createPartnerStore(client: Client, run: RunStatement): PartnerStore {
  async function find(id: string): Promise<Partner | undefined> {
    const row = await client.partner.findUnique({ select: partnerColumns, where: { id } })
    return row ? toPartner(row) : undefined
  }

  return {
    async add(partner) {
      await client.partner.create({ data: { ...partner, terms: listedTerms(partner.name) }, select: { id: true } })
    },

    find,

    async findTestPartner(liveId) {
      const where = { testOf: liveId }
      const row = await client.partner.findFirst({ select: partnerColumns, where, orderBy: { id: 'asc' } })
      return row ? toPartner(row) : undefined
    },

    async lock(id) {
      await run(LOCK_PARTNER, { id })
    },

    async change(id, { rateLimit, ...changes }, statusBefore) {
      const where = { id, ...(statusBefore !== undefined && { status: statusBefore }) }
      const data = {
        ...changes,
        ...(changes.name !== undefined && { terms: listedTerms(changes.name) }),
        ...(rateLimit !== undefined && {
          rateLimit: rateLimit?.requests ?? null,
          rateLimitUntil: rateLimit?.until ?? null,
        }),
      }
      const { count } = await client.partner.updateMany({ data, where })
      return count === 0 ? undefined : find(id)
    },

    empty: (id, limit) => emptyTestPartner(client, run, id, limit),

    async rateLimits() {
      const rows = await client.partner.findMany({
        select: { id: true, rateLimit: true, rateLimitUntil: true },
        where: { rateLimit: { not: null } },
      })
      const limits = new Map<string, PartnerLimit>()
      for (const { id, ...row } of rows) {
        const limit = toRateLimit(row)
        if (limit) limits.set(id, limit)
      }
      return limits
    },

    async isEmpty() {
      return (await client.partner.findFirst({ select: { id: true } })) === null
    },
  }
}

export const toPartner = <Row extends PartnerRow>({ coupon, status, rateLimit, rateLimitUntil, ...partner }: Row) => ({
  ...partner,
  ...narrowStates<Pick<Partner, 'status'>>({ status }),
  mode: modeOf(partner),
  coupon: coupon?.code ?? null,
  rateLimit: toRateLimit({ rateLimit, rateLimitUntil }),
})

export const modeOf = ({ testOf }: Pick<PartnerRow, 'testOf'>): PartnerMode => (testOf === null ? 'live' : 'test')

function toRateLimit({
  rateLimit: requests,
  rateLimitUntil: until,
}: Pick<PartnerRow, 'rateLimit' | 'rateLimitUntil'>): PartnerLimit | null {
  const limit = requests === null ? null : { requests, until }
  return limit && isInForce(limit) ? limit : null
}
