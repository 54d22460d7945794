/**
 * How many times the limit of one network all networks of an IPv6 site have together. A provider gives a site a /48, which
 * has 65,536 networks of 64 bits: without a limit of its own, one customer could pose as that many clients.
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
