import type { AccountPage } from '@partner-accounts/core'
import type * as z from 'zod'
import type { accountPageSchema } from './page-schemas.ts'
import { presentAccount } from './present-account.ts'

type PageBody = z.infer<typeof accountPageSchema>

export const presentPage = ({ items, total }: AccountPage, page: number, pageSize: number): PageBody => ({
  _items: items.map(presentAccount),
  _links: presentLinks(items.length > 0, page, pageSize, Math.ceil(total / pageSize)),
  _meta: { max_results: pageSize, page, total },
})

function presentLinks(hasItems: boolean, page: number, pageSize: number, pages: number): PageBody['_links'] {
  // No leading slash: must resolve against `{base_url}/` and the request's URL.
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
