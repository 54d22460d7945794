/**
 * Factor by which a site's limit exceeds a network's limit. Providers assign each site a /48, which has 65,536 networks of
 * 64 bits, so without a limit per site one customer could appear as 65,536 clients.
 */
export const SITE_MULTIPLE = 16

const SITE_GROUPS = 3

/** Returns the /48 of `a:b:c:d::/64`; `undefined` for IPv4. */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, SITE_GROUPS).join(':')}::/48`
}
