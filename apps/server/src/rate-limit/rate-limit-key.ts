import type { TokenSubject } from '@partner-accounts/core'
import ipaddr from 'ipaddr.js'

/** A household or a server is given a /64: more bits would let one client evade the limit, fewer make strangers share it. */
const IPV6_PREFIX_GROUPS = 4

/**
 * Whose requests count together: the partner's, over all its users and tokens, or, without a valid token, those of
 * one address.
 *
 * @param address the client's, IPv4 or IPv6
 */
export const rateLimitKey = (subject: TokenSubject | undefined, address: string): string =>
  subject ? `partner:${subject.partnerId}` : `address:${network(address)}`

function network(address: string): string {
  // IPv4 written as IPv6 (::ffff:…) comes back as IPv4.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
