import type { ListRequest, PartnerFilter } from '@partner-accounts/core'
import { partnerColumns, toPartner } from '../partners/partner-store.ts'
import { isLiveOnly } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { toConditions } from '../prisma/stored.ts'
import { following, hasWords, inOrder, toList } from './record-list.ts'

export async function listPartners(client: Client, filter: PartnerFilter, page: ListRequest) {
  const { id, status, name } = filter
  const where = toConditions<Prisma.PartnerWhereInput>({
    AND: [{ id: following(page) }, toConditions<Prisma.PartnerWhereInput>({ id }), ...hasWords(name)],
    status,
    ...(isLiveOnly(filter) && { testOf: null }),
  })
  const rows = await client.partner.findMany({
    select: { ...partnerColumns, createdAt: true, accountCount: true, deletedAccounts: true },
    where,
    ...inOrder(page),
  })
  const count = (take: number) => client.partner.count({ where, take })
  return toList(rows, page, count, ({ accountCount, deletedAccounts, ...partner }) => ({
    ...toPartner(partner),
    accounts: accountCount - deletedAccounts,
  }))
}
