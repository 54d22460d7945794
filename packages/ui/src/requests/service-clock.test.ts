import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followClock, serviceNow } from './service-clock.ts'

const NOON = Date.UTC(2026, 10, 27, 12)
const respondAt = (time: number) => followClock(new Headers({ date: new Date(time).toUTCString() }))

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

it("serviceNow follows the service's clock while the device's clock is hours off, and the device's clock once they agree", () => {
  respondAt(NOON - 3 * 3_600_000)
  expect(serviceNow()).toBe(NOON - 3 * 3_600_000)
  vi.advanceTimersByTime(1_000)
  expect(serviceNow()).toBe(NOON - 3 * 3_600_000 + 1_000)
  respondAt(NOON + 3 * 3_600_000)
  expect(serviceNow()).toBe(NOON + 3 * 3_600_000)
  respondAt(NOON)
  expect(serviceNow()).toBe(NOON + 1_000)
})

it('serviceNow ignores differences of a few seconds, and responses without a time', () => {
  respondAt(NOON - 4_000)
  followClock(new Headers())
  followClock(new Headers({ date: 'now' }))
  expect(serviceNow()).toBe(NOON)
})
