/** The part of an absolute-form target before its path (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the target in origin form, with percent signs escaped if its encoding is invalid (`%ZZ`): the router would
 * reject it before any hook runs. Escaped, the request is counted and authenticated, and its route reports the error.
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
