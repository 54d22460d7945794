/**
 * The request's target with its percent signs made harmless where they encode nothing: `%ZZ` or half a character.
 * The router would refuse such a path before any hook has run; this way it is counted and authenticated like any
 * other, and the route tells what is wrong with it.
 */
export function repairPercentEncoding(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  if (isDecodable(path)) return url
  return [path.replaceAll('%', '%25'), ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
