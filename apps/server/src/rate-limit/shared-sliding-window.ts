import { randomBytes } from 'node:crypto'
import type { Redis } from '@upstash/redis'
import type { Algorithm, WindowState } from './in-process-sliding-window.ts'
import { slidingWindowScript } from './sliding-window-script.ts'

const NONCE_BYTES = 12

/**
 * The same exact sliding window in a Redis that all instances share, as an algorithm of @upstash/ratelimit. Moments
 * are those of Redis's clock: what the instances' own clocks say does not matter.
 *
 * @param limit requests allowed in any window
 * @param windowMs length of the window in milliseconds
 * @param script replaced by tests, which give it a clock of theirs
 */
export function sharedSlidingWindow(
  redis: Redis,
  limit: number,
  windowMs: number,
  script = slidingWindowScript(),
): Algorithm {
  const loaded = redis.createScript<[success: number, taken: number, waitsUs: number]>(script)

  /** @param emptyMs how long a window with nothing in it waits */
  async function run(key: string, cost: number, emptyMs: number): Promise<WindowState> {
    // A nonce a call: one that is sent again because its answer got lost counts once.
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const [success, taken, waitsUs] = await loaded.exec([key], [limit, windowMs * 1000, cost, nonce].map(String))
    const waitsMs = waitsUs < 0 ? emptyMs : Math.ceil(waitsUs / 1000)
    return { success: success === 1, limit, remaining: limit - taken, reset: Date.now() + waitsMs }
  }

  return () => ({
    limit: async (_context, key, cost = 1) => ({ ...(await run(key, cost, windowMs)), pending: Promise.resolve() }),
    getRemaining: (_context, key) => run(key, 0, 0),
    async resetTokens(_context, key) {
      await redis.del(key)
    },
  })
}
