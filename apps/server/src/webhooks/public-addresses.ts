import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { NameLookupError } from './name-resolver.ts'

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

export const createNotAllowedError = () =>
  Object.assign(new Error('the address is not public'), { code: ADDRESS_NOT_ALLOWED })

/** Rejects with the reason why the name has no addresses. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/**
 * Creates a `lookup` that returns only allowed addresses. The socket connects to them, so nothing can change between check
 * and connection. A name without allowed addresses fails like an unknown name, because partners must not learn which
 * internal names exist.
 */
export function createCheckedLookup(isAllowed: (address: string) => boolean, resolveName: ResolveName): LookupFunction {
  return (name, options, callback) => {
    resolveName(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        if (!first) callback(new NameLookupError('ENOTFOUND'), '')
        else if (options.all === true) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}
