/**
 * Multiple of a network's limit. Providers assign sites a /48, 65,536 networks of 64 bits: one customer could appear as
 * that many clients.
 */
export const SITE_MULTIPLE = 16

const SITE_GROUPS = 3

/** Returns the /48 of `a:b:c:d::/64`; `undefined` for IPv4. */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, SITE_GROUPS).join(':')}::/48`
}
