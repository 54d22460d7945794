import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')

/** Returns whether the address is public unicast: not private, loopback, link-local, shared, translated or metadata. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6))
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

const ADDRESS_NOT_ALLOWED = 'EADDRNOTALLOWED'

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Creates a socket's `lookup`. It connects to the checked addresses, so nothing can change in between. */
export const checkedLookup =
  (isAllowed: (address: string) => boolean, resolveAll: Resolve = resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolveAll(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const allowed = found.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return callback(notAllowed(), '')
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })

export const notAllowed = () => Object.assign(new Error('the address is not public'), { code: ADDRESS_NOT_ALLOWED })
