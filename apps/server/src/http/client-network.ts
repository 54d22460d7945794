import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Providers assign at least a /64 per client. */
const IPV6_PREFIX_GROUPS = 4

/** Returns the client's IPv4 address or IPv6 /64; the proxy's if a trusted proxy forwards anything else. */
export function clientNetwork({ ip, socket }: FastifyRequest): string {
  if (isIPv4(ip)) return ip
  // Each check accepts texts that the other rejects, such as `::1%a-b` and `0x7f.1`.
  const isAddress = isIP(ip) !== 0 && ipaddr.isValid(ip)
  const address = isAddress ? ip : (socket.remoteAddress ?? '0.0.0.0')
  // Converts IPv4 written as IPv6 (::ffff:…).
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
