import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { errorCode } from '../logging/error-code.ts'

const QUERY_TIMEOUT_MS = 1_000
const QUERY_TRIES = 2
/** Timeout of a whole lookup. The resolver's own timeout applies to each name server. */
const LOOKUP_TIMEOUT_MS = 2_500
const CACHE_TTL_MS = 60_000
const MAX_CACHED_NAMES = 10_000
const MAX_OPEN_LOOKUPS_PER_PARTNER = 2

/** Matches `localhost` and names below it, which name servers need not know (RFC 6761, 6.3). */
const LOCALHOST = /(^|\.)localhost\.?$/
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** The code is `ENOTFOUND` if the name has no addresses, otherwise what prevented the lookup, such as `ETIMEOUT`. */
export class NameLookupError extends Error {
  override readonly name = 'NameLookupError'
  readonly code: string
  /** Whether the cause is the service's name server: it is not there, or rejects the service's queries. */
  readonly isInternal: boolean

  constructor(code: string) {
    super(`the name cannot be resolved (${code})`)
    this.code = code
    this.isInternal = code === 'ECONNREFUSED' || code === 'EREFUSED'
  }
}

interface CachedLookup {
  expiresAt: number
  /** No addresses after a failure. */
  addresses: readonly LookupAddress[]
  failure: string | undefined
}

/**
 * Resolves names that partners chose. Never uses `dns.lookup`, because the process has few threads for it, and a silent
 * name server would block one for many seconds. Lookups for the database and Redis need these threads.
 */
export class NameResolver {
  readonly #servers: readonly string[] | undefined
  readonly #cache = new Map<string, CachedLookup>()
  readonly #lookupsByPartner = new Map<string, LimitFunction>()

  /** @param servers addresses of name servers, with ports; by default those of the system */
  constructor(servers?: readonly string[]) {
    this.#servers = servers
  }

  /**
   * Returns the addresses of a name, IPv4 first. Caches them, and failures, for a minute.
   *
   * @param signal cancels the lookup
   * @throws NameLookupError
   */
  async resolve(name: string, partnerId: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    if (LOCALHOST.test(name)) return LOOPBACK
    const cached = this.#find(name)
    if (cached) return addressesOf(cached)
    const limit = this.#limitOf(partnerId)
    try {
      return await limit(() => this.#lookUpOnce(name, signal))
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#lookupsByPartner.delete(partnerId)
    }
  }

  #limitOf(partnerId: string): LimitFunction {
    const limit = this.#lookupsByPartner.get(partnerId) ?? pLimit(MAX_OPEN_LOOKUPS_PER_PARTNER)
    this.#lookupsByPartner.set(partnerId, limit)
    return limit
  }

  async #lookUpOnce(name: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    signal.throwIfAborted()
    // Another request may have resolved the name while this one waited.
    const cached = this.#find(name) ?? (await this.#lookUp(name, signal))
    return addressesOf(cached)
  }

  async #lookUp(name: string, signal: AbortSignal): Promise<CachedLookup> {
    // Each lookup has its own resolver, because `cancel` cancels all queries of a resolver.
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
    if (this.#servers) resolver.setServers(this.#servers)
    const cancel = () => resolver.cancel()
    const timer = setTimeout(cancel, LOOKUP_TIMEOUT_MS)
    signal.addEventListener('abort', cancel)
    try {
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      signal.throwIfAborted()
      return this.#remember(name, toLookup(ipv4, ipv6))
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }

  #find(name: string): CachedLookup | undefined {
    const cached = this.#cache.get(name)
    return cached && cached.expiresAt > Date.now() ? cached : undefined
  }

  #remember(name: string, lookup: CachedLookup): CachedLookup {
    // A map keeps the order of insertion, so its first lookup is the oldest.
    this.#cache.delete(name)
    this.#cache.set(name, lookup)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > MAX_CACHED_NAMES && oldest !== undefined) this.#cache.delete(oldest)
    return lookup
  }
}

function addressesOf({ addresses, failure }: CachedLookup): readonly LookupAddress[] {
  if (failure !== undefined) throw new NameLookupError(failure)
  return addresses
}

type QueryResult = PromiseSettledResult<string[]>

function toLookup(ipv4: QueryResult, ipv6: QueryResult): CachedLookup {
  const addresses = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)]
  const failure = addresses.length > 0 ? undefined : failureOf([ipv4, ipv6])
  return { expiresAt: Date.now() + CACHE_TTL_MS, addresses, failure }
}

const addressesIn = (result: QueryResult, family: 4 | 6): LookupAddress[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []

const NO_ADDRESSES = ['ENOTFOUND', 'ENODATA']

function failureOf(results: readonly QueryResult[]): string {
  const codes = results.map((result) => (result.status === 'rejected' ? errorCode(result.reason) : 'ENODATA'))
  const reason = codes.find((code) => !NO_ADDRESSES.includes(code))
  // Only the timeout can have canceled the queries, because `#lookUp` throws before if its signal is aborted.
  return reason === 'ECANCELLED' ? 'ETIMEOUT' : (reason ?? 'ENOTFOUND')
}
