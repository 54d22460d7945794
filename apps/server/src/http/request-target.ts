/** The part of an absolute-form target before its path (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the target in origin form, and escapes the percent signs of an invalid encoding (`%ZZ`). The router would
 * reject it before the request is counted.
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
