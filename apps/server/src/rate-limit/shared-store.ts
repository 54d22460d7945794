import { Redis } from '@upstash/redis'
import type { SharedStoreLocation } from '../settings/shared-store-location.ts'
import { IoredisRequester } from './ioredis-requester.ts'

/** Sent once more when the connection broke: a server may close a kept one just as it is used. */
const REST_RETRY = { retries: 1, backoff: () => 0 }

/** A Redis that all instances share, the same to use however it is reached. */
export interface SharedStore {
  redis: Redis
  /** Resolves when a connection stands, or the first attempt has failed; later ones are made by themselves. */
  connect(): Promise<void>
  close(): void
}

export function openSharedStore(location: SharedStoreLocation): SharedStore {
  if ('redisUrl' in location) {
    const requester = new IoredisRequester(location.redisUrl, location.timeoutMs)
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
    // Each request fails or succeeds for itself.
    enableAutoPipelining: false,
    // A script reads and writes on the primary alone.
    readYourWrites: false,
    enableTelemetry: false,
  })
  return { redis, connect: () => Promise.resolve(), close: () => undefined }
}
