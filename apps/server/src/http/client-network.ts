import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** A household or a server is given a /64: a longer prefix would let one client pose as many, a shorter one make strangers one. */
const IPV6_PREFIX_GROUPS = 4

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 one. Of a trusted proxy that
 * forwards nonsense, its own.
 */
export function clientNetwork({ ip, socket }: FastifyRequest): string {
  if (isIPv4(ip)) return ip
  // Each of the two takes for an address what the other does not: `::1%a-b` and `0x7f.1`.
  const isAddress = isIP(ip) !== 0 && ipaddr.isValid(ip)
  const address = isAddress ? ip : (socket.remoteAddress ?? '0.0.0.0')
  // IPv4 written as IPv6 (::ffff:…) comes back as IPv4.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
