import type { ListRequest, PortalUser, PortalUserFilter } from '@partner-accounts/core'
import { modeOf } from '../partners/partner-store.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates, toConditions } from '../prisma/stored.ts'
import { following, hasWords, inOrder, toList } from './record-list.ts'

const columns = {
  id: true,
  kind: true,
  partnerId: true,
  email: true,
  name: true,
  status: true,
  permissions: true,
  createdAt: true,
  erasedAt: true,
  activationExpiresAt: true,
  lastSignedInAt: true,
  partner: { select: { name: true, testOf: true } },
} satisfies Prisma.PortalUserSelect

export async function listPortalUsers(client: Client, filter: PortalUserFilter, page: ListRequest) {
  const { id, partnerId, status, email } = filter
  const where = toConditions<Prisma.PortalUserWhereInput>({
    AND: [{ id: following(page) }, toConditions<Prisma.PortalUserWhereInput>({ id }), ...hasWords(email)],
    partnerId,
    status,
  })
  const rows = await client.portalUser.findMany({
    // Reads the partners of the page in a second query. A join may look up the partners of all matching rows.
    relationLoadStrategy: 'query',
    select: columns,
    where,
    ...inOrder(page),
  })
  const count = (take: number) => client.portalUser.count({ where, take })
  return toList(rows, page, count, ({ activationExpiresAt, partner, ...user }) => ({
    ...user,
    ...narrowStates<PortalUser>(user),
    partnerName: partner.name,
    partnerMode: modeOf(partner),
    linkExpiresAt: activationExpiresAt,
  }))
}
