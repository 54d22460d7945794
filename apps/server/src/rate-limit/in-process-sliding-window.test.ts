import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inProcessSlidingWindow } from './in-process-sliding-window.ts'

/** Neither is looked at by an algorithm in memory. */
const CONTEXT = undefined as never

/** What the algorithm must do, written with no thought of cost: every moment kept, the whole list looked through. */
class NaiveWindow {
  #moments: { key: string; at: number }[] = []

  constructor(
    readonly limit: number,
    readonly windowMs: number,
  ) {}

  count = (key: string, now: number) =>
    this.#moments.filter((moment) => moment.key === key && moment.at > now - this.windowMs).length

  take(key: string, now: number, cost: number): boolean {
    if (this.count(key, now) + cost > this.limit) return false
    for (let taken = 0; taken < cost; taken++) this.#moments.push({ key, at: now })
    return true
  }

  giveBack(key: string, now: number): void {
    const index = this.#moments.findLastIndex((moment) => moment.key === key && moment.at > now - this.windowMs)
    if (index >= 0) this.#moments.splice(index, 1)
  }

  /** The first whole millisecond at which the count is at most `most`. */
  firstWith(most: number, key: string, now: number): number {
    for (let at = now; ; at++) if (this.count(key, at) <= most) return at
  }
}

const WINDOW_MS = 50
const steps = fc.array(
  fc.record({
    // Often none, so that moments coincide; sometimes to and past the end of the window.
    wait: fc.oneof(fc.constant(0), fc.nat(10), fc.constantFrom(WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, 3 * WINDOW_MS)),
    key: fc.constantFrom('a', 'b', 'c'),
    cost: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(-1, 2, 3, 9) }),
  }),
  { maxLength: 120 },
)

describe('the sliding window in process', () => {
  const wallClock = Date.UTC(2026, 10, 21)
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: wallClock }))
  afterAll(() => void vi.useRealTimers())

  it('decides like a naive one: never more than the limit in any window, never a refusal that is not due', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), steps, async (limit, sequence) => {
        let now = 1_000_000
        const naive = new NaiveWindow(limit, WINDOW_MS)
        const window = inProcessSlidingWindow(limit, WINDOW_MS, () => now)()

        for (const { wait, key, cost } of sequence) {
          now += wait
          const decision = await window.limit(CONTEXT, key, cost)
          if (cost < 0) naive.giveBack(key, now)
          const taken = cost < 0 || naive.take(key, now, cost)
          const left = limit - naive.count(key, now)
          expect(decision).toMatchObject({ success: taken, limit, remaining: left })
          expect(await window.getRemaining(CONTEXT, key)).toMatchObject({ remaining: left, limit })

          if (cost > limit || left === limit) continue
          // Let through: when the next place comes free. Refused: when there is room for as many.
          const most = taken ? naive.count(key, now) - 1 : limit - cost
          expect(decision.reset - wallClock).toBe(naive.firstWith(most, key, now) - now)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('never tells anyone to wait for longer than a window, or less than the fraction that is left of it', async () => {
    const moments = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1e7, noNaN: true }), moments, async (start, waits) => {
        let now = start
        const window = inProcessSlidingWindow(3, WINDOW_MS, () => now)()
        const admitted: number[] = []
        for (const wait of waits) {
          now += wait
          const { success, reset } = await window.limit(CONTEXT, 'a')
          if (success) admitted.push(now)
          const oldest = admitted.find((at) => at > now - WINDOW_MS) ?? now
          expect(reset - wallClock).toBeLessThanOrEqual(WINDOW_MS)
          expect(reset - wallClock).toBeGreaterThanOrEqual(WINDOW_MS - (now - oldest))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('refuses what can never fit, and counts nothing of it', async () => {
    const window = inProcessSlidingWindow(3, WINDOW_MS, () => 0)()
    expect(await window.limit(CONTEXT, 'a', 4)).toMatchObject({ success: false, remaining: 3 })
    expect(await window.limit(CONTEXT, 'a', 3)).toMatchObject({ success: true, remaining: 0 })
  })

  it('forgets a key when told to, and no other', async () => {
    const window = inProcessSlidingWindow(1, WINDOW_MS, () => 0)()
    for (const key of ['a', 'b']) await window.limit(CONTEXT, key)
    await window.resetTokens(CONTEXT, 'a')
    expect(await window.limit(CONTEXT, 'a')).toMatchObject({ success: true })
    expect(await window.limit(CONTEXT, 'b')).toMatchObject({ success: false })
  })
})
