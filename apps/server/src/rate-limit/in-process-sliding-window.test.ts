import { describe, expect, it } from 'vitest'
import { InProcessSlidingWindow } from './in-process-sliding-window.ts'
import { itIsAnExactSlidingWindow } from './sliding-window.contract.ts'

describe('InProcessSlidingWindow', () => {
  itIsAnExactSlidingWindow(
    (limit, windowMs) => {
      let now = 0
      const window = new InProcessSlidingWindow(limit, windowMs, Infinity, () => now)
      return {
        take: (key, cost, ownLimit) => window.take(key, cost, ownLimit),
        setClock: (ms) => {
          now = ms
        },
      }
    },
    { numRuns: 300 },
  )

  it('counts a request at the given earlier time', () => {
    let now = 100
    const window = new InProcessSlidingWindow(2, 1000, Infinity, () => now)
    window.take('a')
    now = 200
    window.take('a', 1, 2, 50)
    now = 1049
    expect(window.take('a').success).toBe(false)
    now = 1050
    expect(window.take('a').success).toBe(true)
    expect(window.take('a').success).toBe(false)
  })
  it('counts several requests at the given earlier time', () => {
    let now = 100
    const window = new InProcessSlidingWindow(4, 1000, Infinity, () => now)
    window.take('a')
    now = 200
    window.take('a', 3, 4, 50)
    now = 1050
    expect(window.take('a', 3).success).toBe(true)
    expect(window.take('a').success).toBe(false)
  })

  it('forgets keys that were not used for a window', () => {
    let now = 0
    const window = new InProcessSlidingWindow(4, 1000, Infinity, () => now)
    window.take('a')
    const bytes = window.bytes
    window.take('b')
    expect(window.bytes).toBe(2 * bytes)
    now = 999
    window.take('c')
    expect(window.bytes).toBe(3 * bytes)
    now = 1000
    window.take('c', 0)
    expect(window.bytes).toBe(bytes)
  })

  it('above its memory, forgets the keys whose last use is longest ago', () => {
    const probe = new InProcessSlidingWindow(1, 1000, Infinity, () => 0)
    probe.take('a')
    const window = new InProcessSlidingWindow(1, 1000, 2 * probe.bytes, () => 0)
    for (const key of ['a', 'b', 'a', 'c']) window.take(key)
    expect(window.take('a').success).toBe(false)
    expect(window.take('c').success).toBe(false)
    expect(window.take('b').success).toBe(true)
  })

  it('counts the key in use even if its memory is too small for it', () => {
    const window = new InProcessSlidingWindow(1, 1000, 1, () => 0)
    window.take('a')
    expect(window.take('a').success).toBe(false)
  })

  it('uses more memory for longer keys, and for each request', () => {
    const bytesAfter = (key: string, cost: number) => {
      const window = new InProcessSlidingWindow(10, 1000, Infinity, () => 0)
      window.take(key, cost)
      return window.bytes
    }
    expect(bytesAfter('key', 1) - bytesAfter('k', 1)).toBe(2)
    expect(bytesAfter('k', 3)).toBeGreaterThan(bytesAfter('k', 2))
    expect(bytesAfter('k', -1)).toBe(0)
  })

  it('releases the memory of expired requests of a key that stays in use', () => {
    let now = 0
    const window = new InProcessSlidingWindow(10, 1000, Infinity, () => now)
    window.take('a')
    const bytes = window.bytes
    window.take('a', 8)
    now = 500
    window.take('a')
    now = 1000
    window.take('a', 0)
    expect(window.bytes).toBe(bytes)
  })
})
