import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { LimitedSignIns } from './limited-sign-ins.ts'
import type { MakeLimiter } from './open-rate-limits.ts'
import { toDecision } from './rate-limiter.ts'

const STORE_LATENCY_MS = 100

/** Simulates a slow store whose rejections arrive before its permissions. */
const slowLimiter: MakeLimiter = (_kind, { requests, windowSeconds }) => {
  const window = new InProcessSlidingWindow(requests, windowSeconds * 1000, Infinity)
  return async (key, cost) => {
    const decision = toDecision(window.take(key, cost), 'shared')
    await wait(decision.allowed ? STORE_LATENCY_MS : 0)
    return decision
  }
}

it('LimitedSignIns counts different accounts concurrently', async () => {
  const signIns = new LimitedSignIns(slowLimiter)
  const from = performance.now()
  await Promise.all(Array.from({ length: 20 }, (_, index) => signIns.reserve(`${index}@revenda.example`, '10.0.0.1')))
  // Each sign-in makes two counts.
  expect(performance.now() - from).toBeLessThan(20 * STORE_LATENCY_MS)
})

it('LimitedSignIns delays attempts beyond the limit while others of the account are in progress on a slow store', async () => {
  const signIns = new LimitedSignIns(slowLimiter)
  const signIn = async () => (await signIns.reserve('ana@revenda.example', '10.0.0.1')).end(false)
  await expect(Promise.all(Array.from({ length: 12 }, signIn))).resolves.toHaveLength(12)
})
