type Link = { href: string } | undefined

interface Page {
  /** Addresses relative to the base address. */
  _links: { next?: Link; last?: Link }
  /** Pages of accounts have a number, those of events do not. */
  _meta: { max_results: number; page?: number; total?: number }
}

const isPage = (body: unknown): body is Page => typeof body === 'object' && body !== null && '_links' in body

/**
 * Returns the header `Link` of a page (RFC 8288) with absolute addresses, which no-code tools follow by themselves.
 * Returns `undefined` for other bodies, and for a page without links.
 *
 * @param baseUrl without a slash at its end
 * @param path path of the operation, with a slash at its start
 */
export function pageLinks(body: unknown, baseUrl: string, path: string): string | undefined {
  if (!isPage(body)) return undefined
  const { _links, _meta } = body
  const { max_results: size, page = 1, total = 0 } = _meta
  const lastPage = Math.ceil(total / size)
  const link = (href: string, relation: string) => `<${baseUrl}/${href}>; rel="${relation}"`
  const linkTo = (target: number, relation: string) =>
    link(`${path.slice(1)}?max_results=${size}&page=${target}`, relation)
  const links = []
  if (_links.next) links.push(link(_links.next.href, 'next'))
  if (page > 1 && lastPage > 0) {
    links.push(linkTo(Math.min(page - 1, lastPage), 'prev'))
    links.push(linkTo(1, 'first'))
  }
  if (_links.last) links.push(link(_links.last.href, 'last'))
  return links.length > 0 ? links.join(', ') : undefined
}

interface EventFilter {
  types?: readonly string[] | undefined
  accountId?: string | undefined
}

/**
 * Returns the address of a page of events, relative to the base address.
 *
 * @param after the id of the event before the page
 */
export function eventPageHref(after: string, pageSize: number, { types, accountId }: EventFilter): string {
  const typesParameter = types ? `&types=${types.join()}` : ''
  const accountParameter = accountId === undefined ? '' : `&account_id=${accountId}`
  return `events?after=${after}&max_results=${pageSize}${typesParameter}${accountParameter}`
}
