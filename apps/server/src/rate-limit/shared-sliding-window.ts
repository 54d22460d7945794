import { randomBytes } from 'node:crypto'
import type { Redis } from '@upstash/redis'
import type { Algorithm, WindowState } from './rate-limiter.ts'
import { slidingWindowScript } from './sliding-window-script.ts'

const NONCE_BYTES = 12

/**
 * Uses Redis's clock only: instances' clocks may differ.
 *
 * @param script tests use another clock
 */
export function sharedSlidingWindow(
  redis: Redis,
  limit: number,
  windowMs: number,
  script = slidingWindowScript(),
): Algorithm {
  const redisScript = redis.createScript<[success: number, taken: number, waitUs: number]>(script)

  /** @param emptyMs reported for an empty window */
  async function run(key: string, cost: number, emptyMs: number): Promise<WindowState> {
    // Retries of this call send the same nonce, so a retry after a lost response counts once.
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const [success, taken, waitUs] = await redisScript.exec([key], [limit, windowMs * 1000, cost, nonce].map(String))
    const waitMs = waitUs < 0 ? emptyMs : Math.ceil(waitUs / 1000)
    return { success: success === 1, limit, remaining: limit - taken, reset: Date.now() + waitMs }
  }

  return () => ({
    limit: async (_context, key, cost = 1) => ({ ...(await run(key, cost, windowMs)), pending: Promise.resolve() }),
    getRemaining: (_context, key) => run(key, 0, 0),
    async resetTokens(_context, key) {
      await redis.del(key)
    },
  })
}
