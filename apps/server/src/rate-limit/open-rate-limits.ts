import type { RateLimitStoreState, SealingKeys } from '@partner-accounts/core'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { SharedStoreLocation } from '../settings/shared-store-location.ts'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { limiterWithFallback } from './limiter-with-fallback.ts'
import { createSharedLimiter, createStoredKey, type RateLimiter, toDecision } from './rate-limiter.ts'
import { sharedSlidingWindow } from './shared-sliding-window.ts'
import { createStoreHealth } from './store-health.ts'

const MIB = 2 ** 20

/**
 * Per process, 61 MiB together. Each kind has its own share, so clients with many addresses cannot evict partners' counts.
 * The share of partners suffices for 21,000 of them at 60 requests a minute. Beyond it, the least recently used keys are
 * evicted.
 */
export const LIMITER_MEMORY_BYTES = {
  partners: 24 * MIB,
  networks: 12 * MIB,
  /** /48 networks. */
  sites: 2 * MIB,
  signInAccounts: 12 * MIB,
  signInNetworks: 6 * MIB,
  signInSites: 2 * MIB,
  passwordResetEmails: 1 * MIB,
  passwordResetNetworks: 1 * MIB,
  webhookEndpoints: MIB / 2,
  webhookPartners: MIB / 2,
} as const

export type LimiterKind = keyof typeof LIMITER_MEMORY_BYTES

/** `kind` selects the share of memory. */
export type MakeLimiter = (kind: LimiterKind, limit: { requests: number; windowSeconds: number }) => RateLimiter

export interface RateLimits {
  makeLimiter: MakeLimiter
  storeState: () => RateLimitStoreState
  memoryBytes: () => number
  close: () => void
}

export interface RateLimitsOptions {
  store: SharedStoreLocation | undefined
  /** Equal on all instances. */
  sealingKeys: SealingKeys
  logger: Logger
  onDegraded: (isDegraded: boolean) => void
}

export async function openRateLimits({
  store: location,
  sealingKeys,
  logger,
  onDegraded,
}: RateLimitsOptions): Promise<RateLimits> {
  const windows: InProcessSlidingWindow[] = []
  const makeWindow = (kind: LimiterKind, requests: number, windowMs: number) => {
    const window = new InProcessSlidingWindow(requests, windowMs, LIMITER_MEMORY_BYTES[kind])
    windows.push(window)
    return window
  }
  const memoryBytes = () => windows.reduce((sum, { bytes }) => sum + bytes, 0)
  if (!location) {
    return {
      // Bypasses the library, whose wrapper takes several times as long.
      makeLimiter(kind, { requests, windowSeconds }) {
        const window = makeWindow(kind, requests, windowSeconds * 1000)
        return (key, cost, limit) => Promise.resolve(toDecision(window.take(key, cost, limit), 'process'))
      },
      storeState: () => 'process',
      memoryBytes,
      close: () => undefined,
    }
  }

  // Loads Redis clients only if there is a store, because they are large.
  const { openSharedStore } = await import('./shared-store.ts')
  const store = openSharedStore(location)
  const storedKey = createStoredKey(sealingKeys)
  const makeSharedLimiter = (requests: number, windowMs: number): RateLimiter => {
    // A limiter of the library has a fixed limit, so there is one per limit. All of them count the same keys.
    const limiters = new LRUCache<number, RateLimiter>({
      max: MAX_LIMITS,
      memoMethod: (limit) =>
        createSharedLimiter(store.redis, sharedSlidingWindow(store.redis, limit, windowMs), location.timeoutMs),
    })
    return (key, cost, limit = requests) => limiters.memo(limit)(key, cost)
  }
  // Probes with the script that writes, so a full or read-only store counts as unavailable.
  const probeLimiter = makeSharedLimiter(1, 1)
  const probe = () => Promise.all(probeKeys(location).map((key) => probeLimiter(key)))
  const health = createStoreHealth({ probe, logger, onChange: onDegraded })
  await store.connect()
  await health.start()

  return {
    makeLimiter(kind, { requests, windowSeconds }) {
      const windowMs = windowSeconds * 1000
      const shared = makeSharedLimiter(requests, windowMs)
      const limiter: RateLimiter = (key, cost, limit) => shared(storedKey(key), cost, limit)
      return limiterWithFallback(limiter, makeWindow(kind, requests, windowMs), health)
    },
    storeState: () => (health.isDegraded() ? 'unavailable' : 'shared'),
    memoryBytes,
    close() {
      health.close()
      store.close()
    },
  }
}

/** Maximum number of partners' distinct limits, each of which has a limiter in memory. */
const MAX_LIMITS = 1_000

/** Number of probe keys for a cluster. The keys spread over the primaries of a small cluster. */
const CLUSTER_PROBES = 16

const probeKeys = (location: SharedStoreLocation): string[] =>
  'isCluster' in location && location.isCluster
    ? Array.from({ length: CLUSTER_PROBES }, (_, index) => `probe ${index}`)
    : ['probe']
