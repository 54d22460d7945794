import type { Prisma } from '@partner-accounts/db/prisma-client'

type AccountRow = Prisma.AccountGetPayload<{ include: { subscriptions: true } }>

export const presentAccount = ({
  id,
  createdAt,
  activeEmployees,
  name,
  financialEmail,
  cnpj,
  subscriptions,
}: AccountRow) => ({
  _id: id,
  _created: createdAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
  name,
  financial_email: financialEmail,
  cnpj,
  active_employees: activeEmployees,
  subscription_employees: subscriptions
    .filter(({ status }) => status !== 'canceled')
    .reduce((sum, { employees }) => sum + employees, 0),
  subscription_face_ids: subscriptions.find(({ status }) => status === 'active')?.faceIds ?? 0,
})

export function presentPage(accounts: AccountRow[], total: number, page: number, size: number) {
  const pages = Math.ceil(total / size)
  const link = (target: number, title: string) => ({
    href: `partner-accounts?max_results=${size}&page=${target}`,
    title,
  })
  return {
    _items: accounts.map(presentAccount),
    _links: {
      parent: { href: '/', title: 'home' },
      ...(accounts.length > 0 && { self: link(page, 'partner-accounts') }),
      ...(page < pages && { next: link(page + 1, 'next page') }),
      ...(pages > 1 && { last: link(pages, 'last page') }),
    },
    _meta: { max_results: size, page, total },
  }
}
