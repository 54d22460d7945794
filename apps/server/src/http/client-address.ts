import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Providers assign at least a /64 per client. */
const IPV6_PREFIX_GROUPS = 4

/** Length of the prefix `::ffff:` of IPv4 addresses that are written as IPv6, in bits. */
const MAPPED_PREFIX = 96

/** Matches an address in brackets, with or without a port. */
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^(.+):\d{1,5}$/

/**
 * Returns the address in an element of `X-Forwarded-For`, or `undefined` if it has none. Azure's Application Gateway
 * and IIS append ports, and some proxies put IPv6 addresses into brackets.
 */
export function readForwardedAddress(text: string): string | undefined {
  const element = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = BRACKETED.exec(element) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 && isAddress(bracketed) ? bracketed : undefined
  if (isAddress(element)) return element
  const [, withoutPort] = WITH_PORT.exec(element) ?? []
  return withoutPort !== undefined && isAddress(withoutPort) ? withoutPort : undefined
}

/** Uses both parsers, because each accepts texts that the other rejects, such as `::1%a-b` and `0x7f.1`. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && ipaddr.isValid(text)

/**
 * Creates Fastify's `trustProxy` function for addresses and CIDRs. Fastify's own comparison does not accept ports and
 * brackets.
 */
export function createProxyTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const ranges = trustedProxies.map(parseRange)
  return (text) => {
    const address = readForwardedAddress(text)
    if (address === undefined) return false
    const parsed = ipaddr.process(address)
    return ranges.some(
      ({ network, prefixLength }) => network.kind() === parsed.kind() && parsed.match(network, prefixLength),
    )
  }
}

function parseRange(text: string): { network: ipaddr.IPv4 | ipaddr.IPv6; prefixLength: number } {
  if (text.includes('/')) {
    const [network, prefixLength] = ipaddr.parseCIDR(text)
    const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && prefixLength >= MAPPED_PREFIX
    // Addresses are compared as IPv4, too.
    if (isMapped) return { network: network.toIPv4Address(), prefixLength: prefixLength - MAPPED_PREFIX }
    return { network, prefixLength }
  }
  const network = ipaddr.process(text)
  return { network, prefixLength: network.kind() === 'ipv4' ? 32 : 128 }
}

/**
 * Returns the client's IPv4 address or IPv6 /64 network. If a trusted proxy forwards anything but an address, returns the
 * proxy's.
 */
export function clientNetwork({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  if (isIPv4(ip)) return ip
  // Converts IPv4 written as IPv6 (::ffff:…).
  const parsed = ipaddr.process(readForwardedAddress(ip) ?? socket.remoteAddress ?? '0.0.0.0')
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
