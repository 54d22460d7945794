import { describe, expect, it } from 'vitest'
import { dateTimeSchema, formatDateTime } from './date-time.ts'

describe('a moment', () => {
  it('is told in whole seconds of UTC, on whatever day and in whatever order', () => {
    const first = Date.UTC(1969, 11, 30, 23, 59, 58)
    const moments = Array.from(
      { length: 5_000 },
      (_, index) => new Date(first + ((index * 7_919) % 5_000) * 86_399_501),
    )
    for (const moment of moments) {
      expect(formatDateTime(moment)).toBe(moment.toISOString().replace(/\.\d+Z$/, '+00:00'))
    }
    for (const second of [0, 1, 2]) expect(dateTimeSchema.parse(formatDateTime(new Date(first + second)))).toBeTruthy()
  })

  it('that is none is no text either', () => {
    expect(() => formatDateTime(new Date(NaN))).toThrow(RangeError)
  })
})
