import { unclosedAccountJson } from './account-json.ts'
import type { AccountQueries } from './account-queries.ts'
import type { User } from './user-access.ts'

const DEFAULT_SIZE = 25
const MAX_SIZE = 100

export async function listAccounts(queries: AccountQueries, { partnerId }: User, query: string): Promise<string> {
  const parameters = query === '' ? undefined : new URLSearchParams(query)
  const size = Math.min(positiveInteger(parameters?.get('max_results')) ?? DEFAULT_SIZE, MAX_SIZE)
  const page = Math.min(positiveInteger(parameters?.get('page')) ?? 1, Number.MAX_SAFE_INTEGER)
  const rows = await queries.page(partnerId, page, size)
  const total = Number(rows[0]?.[0] ?? 0)
  // For an empty page, the query returns one row, which has the total and is null in all other columns.
  const items = rows[0]?.[1] == null ? [] : rows.map((row) => unclosedAccountJson(row, 1) + '}')
  return (
    `{"_items":[${items.join(',')}],"_links":{${links(items.length > 0, page, size, Math.ceil(total / size))}}` +
    `,"_meta":{"max_results":${size},"page":${page},"total":${total}}}`
  )
}

function positiveInteger(text: string | null | undefined): number | undefined {
  const number = text != null && /^\d+$/.test(text) ? Number(text) : 0
  return number >= 1 ? number : undefined
}

function links(hasItems: boolean, page: number, size: number, pages: number): string {
  const link = (name: string, target: number, title: string) =>
    `,"${name}":{"href":"partner-accounts?max_results=${size}&page=${target}","title":"${title}"}`
  return (
    '"parent":{"href":"/","title":"home"}' +
    (hasItems ? link('self', page, 'partner-accounts') : '') +
    (page < pages ? link('next', page + 1, 'next page') : '') +
    (pages > 1 ? link('last', pages, 'last page') : '')
  )
}
