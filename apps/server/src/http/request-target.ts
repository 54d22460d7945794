/** Matches the part before the path of a target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the target for the router: in origin form and, if its percent encoding is invalid (`%ZZ`), with escaped percent
 * signs. The router would reject an invalid path before any hook runs. Escaped, the request is counted and authenticated
 * like any other, and its route reports the error.
 */
export function normalizeTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const relative = target.replace(ORIGIN, '')
  const [path = '', ...query] = (relative === '' || relative.startsWith('?') ? `/${relative}` : relative).split('?')
  const escaped = isDecodable(path) ? path : path.replaceAll('%', '%25')
  return [escaped, ...query].join('?')
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
