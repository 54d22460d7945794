/** What stands before the path in a target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the target that is routed: in origin form, and with its percent signs escaped where they encode nothing
 * (`%ZZ`, half a character). The router would reject such a path before any hook has run. This way the request is
 * counted and authenticated like any other, and its route reports what is wrong.
 */
export function normalizeTarget(target: string): string {
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
