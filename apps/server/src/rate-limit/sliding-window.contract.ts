import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { WindowState } from './rate-limiter.ts'

/** Long enough that no store expires a key by its own clock, while the test uses a simulated one. */
const WINDOW_MS = 10_000
/** Thousands of calls over HTTP take long on a busy machine. After a timeout, the test would run on and set the next test's clock. */
const PROPERTY_TIMEOUT_MS = 900_000
/** The fixed wall clock, from which `reset` is measured. */
const WALL_CLOCK = Date.UTC(2026, 10, 21)

/** A reference implementation: stores every time and searches the whole list. */
class NaiveWindow {
  #times: { key: string; at: number }[] = []

  count = (key: string, now: number) =>
    this.#times.filter((entry) => entry.key === key && entry.at > now - WINDOW_MS).length

  take(key: string, now: number, cost: number, limit: number): boolean {
    if (this.count(key, now) + cost > limit) return false
    for (let taken = 0; taken < cost; taken++) this.#times.push({ key, at: now })
    return true
  }

  release(key: string, now: number, count: number): void {
    for (let given = 0; given < count; given++) {
      const index = this.#times.findLastIndex((entry) => entry.key === key && entry.at > now - WINDOW_MS)
      if (index >= 0) this.#times.splice(index, 1)
    }
  }

  /** Returns the first time at which the count is at most `max`: now, or when a request leaves the window. */
  firstWith(max: number, key: string, now: number): number {
    const changes = this.#times.map(({ at }) => at + WINDOW_MS).filter((at) => at > now)
    return [now, ...changes].find((at) => this.count(key, at) <= max) ?? NaN
  }
}

const steps = fc.array(
  fc.record({
    // Often 0, so times coincide; sometimes to or past the end of the window.
    wait: fc.oneof(
      fc.constant(0),
      fc.nat(WINDOW_MS / 5),
      fc.constantFrom(WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, 3 * WINDOW_MS),
    ),
    key: fc.constantFrom('a', 'b', 'c'),
    cost: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constantFrom(-1, -2, 2, 3, 9) },
    ),
    ownLimit: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  }),
  { maxLength: 120 },
)

export interface SlidingWindowUnderTest {
  /** Counts a request, or as many as `cost`; a negative cost releases slots, 0 only reads. `limit` replaces the window's. */
  take: (key: string, cost?: number, limit?: number) => WindowState | Promise<WindowState>
  /** Sets the clock of the window, in milliseconds. */
  setClock: (ms: number) => void | Promise<void>
}

/**
 * Tests the guarantees of a sliding window.
 *
 * @param create returns an empty window
 */
export function itIsAnExactSlidingWindow(
  create: (limit: number, windowMs: number) => SlidingWindowUnderTest,
  { numRuns }: { numRuns: number },
): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: WALL_CLOCK }))
  afterAll(() => void vi.useRealTimers())

  it(
    'never admits more than the limit in any window, and rejects only when the window is full, even if the limit changes',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 6 }), steps, async (windowLimit, sequence) => {
          let now = 1_000_000
          const naive = new NaiveWindow()
          const { take, setClock } = create(windowLimit, WINDOW_MS)

          for (const { wait, key, cost, ownLimit } of sequence) {
            const limit = ownLimit ?? windowLimit
            now += wait
            await setClock(now)
            const decision = await take(key, cost, ownLimit)
            if (cost < 0) naive.release(key, now, -cost)
            const taken = cost < 0 || naive.take(key, now, cost, limit)
            const left = limit - naive.count(key, now)
            expect(decision).toMatchObject({ success: taken, limit, remaining: left })
            expect(await take(key, 0, ownLimit)).toMatchObject({ remaining: left, limit })

            // A call that exceeds the limit never fits, and an empty window has no slot to wait for.
            if (cost > limit || left === limit) continue
            // `reset` is the time at which the next slot is free, or after a rejection as many slots as the call costs.
            const max = taken ? naive.count(key, now) - 1 : limit - cost
            expect(decision.reset - WALL_CLOCK).toBe(naive.firstWith(max, key, now) - now)
          }
        }),
        { numRuns },
      )
    },
    PROPERTY_TIMEOUT_MS,
  )

  it(
    'never reports a wait longer than the window, or one that ends before the oldest request leaves the window',
    async () => {
      // In microseconds, the resolution of the finest clock.
      const micros = (max: number) => fc.nat(max * 1000).map((count) => count / 1000)
      const waits = fc.array(micros(WINDOW_MS * 0.8), { minLength: 1, maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(micros(1e6), waits, async (start, pauses) => {
          let now = start
          const { take, setClock } = create(3, WINDOW_MS)
          const admitted: number[] = []
          for (const pause of pauses) {
            now += pause
            await setClock(now)
            const { success, reset } = await take('a')
            if (success) admitted.push(now)
            const oldest = admitted.find((at) => at > now - WINDOW_MS) ?? now
            expect(reset - WALL_CLOCK).toBeLessThanOrEqual(WINDOW_MS)
            // Sums of thousandths have rounding errors.
            expect(reset - WALL_CLOCK).toBeGreaterThan(WINDOW_MS - (now - oldest) - 0.001)
          }
        }),
        { numRuns },
      )
    },
    PROPERTY_TIMEOUT_MS,
  )

  it('rejects a batch larger than the limit and does not count it', async () => {
    const { take, setClock } = create(3, WINDOW_MS)
    await setClock(0)
    expect(await take('a', 4)).toMatchObject({ success: false, remaining: 3 })
    expect(await take('a', 3)).toMatchObject({ success: true, remaining: 0 })
  })
}
