import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSharedPauses } from './shared-pauses.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('pauses of the same length that begin in different milliseconds end together', () => {
  const pause = createSharedPauses()
  const ends: string[] = []
  pause(500, () => ends.push('first'))
  vi.advanceTimersByTime(1)
  pause(500, () => ends.push('second'))
  vi.advanceTimersByTime(498)
  expect(ends).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ends).toEqual(['first', 'second'])
})

it('a pause that begins later, or is longer, has its own end', () => {
  const pause = createSharedPauses()
  const ends: string[] = []
  pause(500, () => ends.push('first'))
  pause(600, () => ends.push('longer'))
  vi.advanceTimersByTime(100)
  pause(500, () => ends.push('later'))
  vi.advanceTimersByTime(400)
  expect(ends).toEqual(['first'])
  vi.advanceTimersByTime(100)
  expect(ends).toEqual(['first', 'longer', 'later'])
})

it('a canceled pause does not call its function, and canceling the last one leaves no timer', () => {
  const pause = createSharedPauses()
  const ends: string[] = []
  const cancelFirst = pause(500, () => ends.push('first'))
  const cancelSecond = pause(500, () => ends.push('second'))
  cancelFirst()
  expect(vi.getTimerCount()).toBe(1)
  cancelSecond()
  expect(vi.getTimerCount()).toBe(0)
  pause(500, () => ends.push('third'))
  vi.advanceTimersByTime(500)
  expect(ends).toEqual(['third'])
})
