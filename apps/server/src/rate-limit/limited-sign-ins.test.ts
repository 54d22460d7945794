import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { LimitedSignIns } from './limited-sign-ins.ts'
import type { MakeLimiter } from './open-rate-limits.ts'
import { toDecision } from './rate-limiter.ts'

const STORE_TAKES_MS = 100

/** As over a store that is far away, and whose refusals overtake what it lets through. */
const slowLimiter: MakeLimiter = (_kind, { requests, windowSeconds }) => {
  const window = new InProcessSlidingWindow(requests, windowSeconds * 1000, Infinity)
  return async (key, cost) => {
    const decision = toDecision(window.take(key, cost), 'shared')
    await wait(decision.allowed ? STORE_TAKES_MS : 0)
    return decision
  }
}

it('lets nobody wait for what the store answers about another account', async () => {
  const signIns = new LimitedSignIns(slowLimiter)
  const from = performance.now()
  await Promise.all(Array.from({ length: 20 }, (_, index) => signIns.reserve(`${index}@revenda.example`, '10.0.0.1')))
  // Each asks twice.
  expect(performance.now() - from).toBeLessThan(20 * STORE_TAKES_MS)
})

it('refuses nobody for those of the same account that are under way, however slow the store', async () => {
  const signIns = new LimitedSignIns(slowLimiter)
  const signIn = async () => (await signIns.reserve('ana@revenda.example', '10.0.0.1')).end(false)
  await expect(Promise.all(Array.from({ length: 12 }, signIn))).resolves.toHaveLength(12)
})
