import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { LimitedSignIns } from './limited-sign-ins.ts'
import type { MakeLimiter } from './open-rate-limits.ts'
import { toDecision } from './rate-limiter.ts'

const STORE_LATENCY_MS = 100

/** Simulates a slow store whose rejections arrive before its approvals. */
const slowLimiter: MakeLimiter = (_kind, { requests, windowSeconds }) => {
  const window = new InProcessSlidingWindow(requests, windowSeconds * 1000, Infinity)
  return async (key, cost) => {
    const decision = toDecision(window.take(key, cost), 'shared')
    await wait(decision.allowed ? STORE_LATENCY_MS : 0)
    return decision
  }
}

it('LimitedSignIns counts different accounts concurrently', async () => {
  const accounts = Array.from({ length: 20 }, (_, index) => `${index}@revenda.example`)
  let inProgress = 0
  let release = () => {}
  const allInProgress = new Promise<void>((resolve) => {
    release = resolve
  })
  // If accounts were counted one after the other, the first would wait forever.
  const signIns = new LimitedSignIns((kind, limit) => {
    const count = slowLimiter(kind, limit)
    if (kind !== 'signInAccounts') return count
    return async (key, cost) => {
      inProgress += 1
      if (inProgress === accounts.length) release()
      await allInProgress
      return count(key, cost)
    }
  })
  await Promise.all(accounts.map((account) => signIns.reserve(account, '10.0.0.1')))
  expect(inProgress).toBe(accounts.length)
})

it('LimitedSignIns delays attempts beyond the limit while others of the account are in progress on a slow store', async () => {
  const signIns = new LimitedSignIns(slowLimiter)
  const signIn = async () => (await signIns.reserve('ana@revenda.example', '10.0.0.1')).end(false)
  await expect(Promise.all(Array.from({ length: 12 }, signIn))).resolves.toHaveLength(12)
})
