// Takes slots from a window of 5 requests a second in Redis, as the clients of several processes do.
import { Redis } from 'ioredis'
import { redisRateLimitStore } from './redis-rate-limit-store.mjs'

const redis = new Redis(process.env.REDIS_URL)
const store = redisRateLimitStore(redis)
const take = (requests, windowMs) => store.take('partner', { requests, windowMs })
const waits = []
for (let call = 0; call < 6; call += 1) waits.push(await take(5, 1_000))
await new Promise((resolve) => setTimeout(resolve, 1_050))
waits.push(await take(5, 1_000))
// Clients pass `Infinity` until they know the limit.
const waitWithoutLimit = await store.take('other', { requests: Infinity, windowMs: 60_600 })
const keyTtlMs = await redis.pttl('partner')
console.log(JSON.stringify({ waits, waitWithoutLimit, keyTtlMs }))
redis.disconnect()
