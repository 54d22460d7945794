import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS, type SignInAttempt } from '@partner-accounts/core'
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

it('LimitedSignIns counts a rejected attempt once, although sign-ins of other accounts end meanwhile', async () => {
  let counts = 0
  const signIns = new LimitedSignIns((kind, limit) => {
    const count = slowLimiter(kind, limit)
    return async (key, cost = 1) => {
      if (kind === 'signInAccounts' && cost > 0) counts += 1
      const decision = await count(key, cost)
      // Another account's sign-in ends while this one is being counted.
      if (!decision.allowed) await (await others.pop())?.end(false)
      return decision
    }
  })
  const others: Promise<SignInAttempt>[] = Array.from({ length: 5 }, (_, index) =>
    signIns.reserve(`${index}@revenda.example`, '10.0.0.2'),
  )
  await Promise.all(others)
  const ana = () => signIns.reserve('ana@revenda.example', '10.0.0.1')
  for (let failed = 0; failed < LIMITS.signIn.perAccountAndAddress.requests; failed++) await (await ana()).end(true)
  counts = 0
  await expect(ana()).rejects.toMatchObject({ kind: 'too-many-sign-ins' })
  expect(counts).toBe(1)
})

it('LimitedSignIns delays attempts beyond the limit while others of the account are in progress on a slow store', async () => {
  const signIns = new LimitedSignIns(slowLimiter)
  const signIn = async () => (await signIns.reserve('ana@revenda.example', '10.0.0.1')).end(false)
  await expect(Promise.all(Array.from({ length: 12 }, signIn))).resolves.toHaveLength(12)
})
