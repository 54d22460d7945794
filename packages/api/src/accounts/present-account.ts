import type * as z from 'zod'
import type { Account, AccountDetail, AccountPage } from '@partner-accounts/core'
import { formatDateTime } from '../wire/date-time.ts'
import type { accountDetailSchema, accountSchema } from './account-schemas.ts'
import type { accountPageSchema } from './page-schemas.ts'

export const presentAccount = (account: Account): z.infer<typeof accountSchema> => ({
  _id: account.id,
  _created: formatDateTime(account.createdAt),
  // Empty once erased.
  name: account.name || null,
  financial_email: account.financialEmail,
  cnpj: account.cnpj,
  active_employees: account.activeEmployees,
  subscription_employees: account.subscriptionEmployees,
  subscription_face_ids: account.subscriptionFaceIds,
})

export function presentAccountDetail(account: AccountDetail): z.infer<typeof accountDetailSchema> {
  const body = presentAccount(account)
  return account.apiToken === undefined ? body : { ...body, api_token: account.apiToken }
}

type PageBody = z.infer<typeof accountPageSchema>

export const presentPage = ({ items, total }: AccountPage, page: number, pageSize: number): PageBody => ({
  _items: items.map(presentAccount),
  _links: presentLinks(items.length > 0, page, pageSize, Math.ceil(total / pageSize)),
  _meta: { max_results: pageSize, page, total },
})

function presentLinks(hasItems: boolean, page: number, pageSize: number, pages: number): PageBody['_links'] {
  // Has no leading slash, so that it resolves against both `{base_url}/` and the request's URL.
  const link = (target: number, title: string) => ({
    href: `partner-accounts?max_results=${pageSize}&page=${target}`,
    title,
  })
  return {
    parent: { href: '/', title: 'home' },
    ...(hasItems && { self: link(page, 'partner-accounts') }),
    ...(page < pages && { next: link(page + 1, 'next page') }),
    ...(pages > 1 && { last: link(pages, 'last page') }),
  }
}
