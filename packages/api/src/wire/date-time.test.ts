import { describe, expect, it } from 'vitest'
import { dateTimeSchema, formatDateTime } from './date-time.ts'

describe('formatDateTime', () => {
  it('returns whole seconds in UTC for any sequence of days', () => {
    const first = Date.UTC(1969, 11, 30, 23, 59, 58)
    const times = Array.from({ length: 5_000 }, (_, index) => new Date(first + ((index * 7_919) % 5_000) * 86_399_501))
    for (const time of times) {
      expect(formatDateTime(time)).toBe(time.toISOString().replace(/\.\d+Z$/, '+00:00'))
    }
    for (const second of [0, 1, 2]) expect(dateTimeSchema.parse(formatDateTime(new Date(first + second)))).toBeTruthy()
  })

  it('throws for an invalid date', () => {
    expect(() => formatDateTime(new Date(NaN))).toThrow(RangeError)
  })
})
