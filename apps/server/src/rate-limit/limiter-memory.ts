const MIB = 2 ** 20

/**
 * The memory that each kind of count may use in one process: 60 MiB together, whoever sends how much. Kinds are apart,
 * so that strangers, who have as many addresses as they like, never push out a partner.
 *
 * At 60 requests a minute the partners' share holds 21,000 partners that use up their budget, or 57,000 with a few
 * requests a minute. Beyond its share, a kind forgets the key that was not used for longest.
 */
export const LIMITER_MEMORY_BYTES = {
  partners: 24 * MIB,
  networks: 12 * MIB,
  /** IPv6 networks of 48 bits. */
  sites: 2 * MIB,
  signInAccounts: 14 * MIB,
  signInNetworks: 6 * MIB,
  signInSites: 2 * MIB,
} as const

export type LimiterKind = keyof typeof LIMITER_MEMORY_BYTES
