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
})
