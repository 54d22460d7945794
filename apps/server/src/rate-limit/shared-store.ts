import { Redis } from '@upstash/redis'
import type { SharedStoreLocation } from '../settings/shared-store-location.ts'
import { IoredisRequester } from './ioredis-requester.ts'

/** Retries immediately, because servers may close an idle connection just as it is used. */
const REST_RETRY = { retries: 1, backoff: () => 0 }

export interface SharedStore {
  redis: Redis
  /** Resolves when connected or after the first failed attempt; attempts continue. */
  connect(): Promise<void>
  close(): void
}

export function openSharedStore(location: SharedStoreLocation): SharedStore {
  if ('redisUrl' in location) {
    const requester = new IoredisRequester(location)
    return {
      redis: new Redis(requester),
      connect: () => requester.connect(),
      close: () => requester.close(),
    }
  }
  const redis = new Redis({
    url: location.restUrl,
    token: location.restToken,
    retry: REST_RETRY,
    signal: () => AbortSignal.timeout(location.timeoutMs),
    enableAutoPipelining: false,
    // Scripts read and write on the primary only.
    readYourWrites: false,
    enableTelemetry: false,
  })
  return { redis, connect: () => Promise.resolve(), close: () => undefined }
}
