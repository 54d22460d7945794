import type { Logger } from 'pino'
import type { SharedStoreLocation } from '../settings/shared-store-location.ts'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { limiterWithFallback } from './limiter-with-fallback.ts'
import { createRateLimiter, type RateLimiter, toDecision } from './rate-limiter.ts'
import { sharedSlidingWindow } from './shared-sliding-window.ts'
import { StoreHealth } from './store-health.ts'
import { createStoredKey } from './stored-key.ts'

/** Makes a limiter of so many requests in a sliding window. */
export type MakeLimiter = (limit: { requests: number; windowSeconds: number }) => RateLimiter

export interface RateLimits {
  makeLimiter: MakeLimiter
  close: () => void
}

export interface RateLimitsOptions {
  /** Undefined: each process counts for itself. */
  store: SharedStoreLocation | undefined
  /** The same on all instances. */
  sealingKey: Uint8Array
  logger: Logger
  /** Told when the shared store goes away, and when it is back. */
  onDegraded: (degraded: boolean) => void
}

/** What all limits of the service have in common: one store, and one knowledge of whether it answers. */
export async function openRateLimits({
  store: location,
  sealingKey,
  logger,
  onDegraded,
}: RateLimitsOptions): Promise<RateLimits> {
  if (!location) return { makeLimiter: inProcess, close: () => undefined }

  // Only where a store is shared: a client of Redis is a lot to load.
  const { openSharedStore } = await import('./shared-store.ts')
  const store = openSharedStore(location)
  const storedKey = createStoredKey(sealingKey)
  const share = (requests: number, windowMs: number): RateLimiter => {
    const algorithm = sharedSlidingWindow(store.redis, requests, windowMs)
    return createRateLimiter(algorithm, { store: 'shared', timeoutMs: location.timeoutMs })
  }
  // The script itself, writing: a store that is full or takes no writes is not back.
  const probing = share(1, 1)
  const health = new StoreHealth({ probe: () => probing('probe'), logger, onChange: onDegraded })
  await store.connect()
  await health.start()

  return {
    makeLimiter({ requests, windowSeconds }) {
      const windowMs = windowSeconds * 1000
      const shared = share(requests, windowMs)
      const limiter: RateLimiter = (key, cost) => shared(storedKey(key), cost)
      return limiterWithFallback(limiter, new InProcessSlidingWindow(requests, windowMs), health)
    },
    close() {
      health.close()
      store.close()
    },
  }
}

/** Nothing is waited for, so the library's wrapper, which costs several times the count, is left out. */
const inProcess: MakeLimiter = ({ requests, windowSeconds }) => {
  const window = new InProcessSlidingWindow(requests, windowSeconds * 1000)
  return (key, cost) => Promise.resolve(toDecision(window.take(key, cost), 'process'))
}
