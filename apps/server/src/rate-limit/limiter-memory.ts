const MIB = 2 ** 20

/**
 * The maximum memory of each kind of count in one process, 60 MiB together. Kinds have separate shares, so clients with
 * many addresses cannot evict the counts of partners.
 *
 * At 60 requests a minute, the partners' share suffices for 21,000 partners that use their whole limit, or for 57,000 with
 * a few requests a minute. A kind that exceeds its share evicts the least recently used keys.
 */
export const LIMITER_MEMORY_BYTES = {
  partners: 24 * MIB,
  networks: 12 * MIB,
  /** IPv6 networks of 48 bits. */
  sites: 2 * MIB,
  signInAccounts: 12 * MIB,
  signInNetworks: 6 * MIB,
  signInSites: 2 * MIB,
  passwordResetAddresses: 1 * MIB,
  passwordResetNetworks: 1 * MIB,
} as const

export type LimiterKind = keyof typeof LIMITER_MEMORY_BYTES
