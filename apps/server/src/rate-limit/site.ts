/**
 * The limit of an IPv6 site, as a multiple of the limit of a network. Providers assign a /48 to a site, which has 65,536
 * networks of 64 bits. Without the site's limit, one customer could appear as that many clients.
 */
export const SITE_MULTIPLE = 16

const SITE_GROUPS = 3

/**
 * Returns the IPv6 site (/48) of a network.
 *
 * @param network an IPv4 address, or an IPv6 network as `a:b:c:d::/64`
 * @returns `undefined` for IPv4
 */
export function siteOf(network: string): string | undefined {
  if (!network.endsWith('::/64')) return undefined
  return `${network.split(':').slice(0, SITE_GROUPS).join(':')}::/48`
}
