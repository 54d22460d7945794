import type { SealingKeys } from '@partner-accounts/core'
import type { Logger } from 'pino'
import type { SharedStoreLocation } from '../settings/shared-store-location.ts'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { LIMITER_MEMORY_BYTES, type LimiterKind } from './limiter-memory.ts'
import { limiterWithFallback } from './limiter-with-fallback.ts'
import { createSharedLimiter, type RateLimiter, toDecision } from './rate-limiter.ts'
import { sharedSlidingWindow } from './shared-sliding-window.ts'
import { StoreHealth } from './store-health.ts'
import { createStoredKey } from './stored-key.ts'

/** Creates a limiter of `requests` in a sliding window. `kind` selects the share of the memory that it may use. */
export type MakeLimiter = (kind: LimiterKind, limit: { requests: number; windowSeconds: number }) => RateLimiter

export interface RateLimits {
  makeLimiter: MakeLimiter
  /** Memory that the counts of this process use, estimated. */
  memoryBytes: () => number
  close: () => void
}

export interface RateLimitsOptions {
  /** `undefined`: each process counts for itself. */
  store: SharedStoreLocation | undefined
  /** The same on all instances. */
  sealingKeys: SealingKeys
  logger: Logger
  /** Called when the shared store becomes unavailable, and when it is available again. */
  onDegraded: (degraded: boolean) => void
}

/** Opens what all rate limits share: the store and its health. */
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
      // Without the library's wrapper, which takes several times as long as the count itself.
      makeLimiter(kind, { requests, windowSeconds }) {
        const window = makeWindow(kind, requests, windowSeconds * 1000)
        return (key, cost) => Promise.resolve(toDecision(window.take(key, cost), 'process'))
      },
      memoryBytes,
      close: () => undefined,
    }
  }

  // Loaded only for a shared store, because a Redis client is large.
  const { openSharedStore } = await import('./shared-store.ts')
  const store = openSharedStore(location)
  const storedKey = createStoredKey(sealingKeys)
  const share = (requests: number, windowMs: number): RateLimiter =>
    createSharedLimiter(store.redis, sharedSlidingWindow(store.redis, requests, windowMs), location.timeoutMs)
  // Probes with the writing script, so a store that is full or read-only still counts as unavailable.
  const probing = share(1, 1)
  const probe = () => Promise.all(probeKeys(location).map((key) => probing(key)))
  const health = new StoreHealth({ probe, logger, onChange: onDegraded })
  await store.connect()
  await health.start()

  return {
    makeLimiter(kind, { requests, windowSeconds }) {
      const windowMs = windowSeconds * 1000
      const shared = share(requests, windowMs)
      const limiter: RateLimiter = (key, cost) => shared(storedKey(key), cost)
      return limiterWithFallback(limiter, makeWindow(kind, requests, windowMs), health)
    },
    memoryBytes,
    close() {
      health.close()
      store.close()
    },
  }
}

/** The nodes of a cluster share the keys. So many keys reach every primary of a small cluster. */
const CLUSTER_PROBES = 16

const probeKeys = (location: SharedStoreLocation): string[] =>
  'isCluster' in location && location.isCluster
    ? Array.from({ length: CLUSTER_PROBES }, (_, index) => `probe ${index}`)
    : ['probe']
