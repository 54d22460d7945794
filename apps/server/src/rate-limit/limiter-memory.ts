const MIB = 2 ** 20

/**
 * Per process, 60 MiB together. Clients with many addresses cannot evict the counts of partners.
 *
 * The partners' share suffices for 21,000 partners at 60 requests a minute, or 57,000 with a few. Beyond it, the least
 * recently used keys are evicted.
 */
export const LIMITER_MEMORY_BYTES = {
  partners: 24 * MIB,
  networks: 12 * MIB,
  /** /48 networks. */
  sites: 2 * MIB,
  signInAccounts: 12 * MIB,
  signInNetworks: 6 * MIB,
  signInSites: 2 * MIB,
  passwordResetAddresses: 1 * MIB,
  passwordResetNetworks: 1 * MIB,
} as const

export type LimiterKind = keyof typeof LIMITER_MEMORY_BYTES
