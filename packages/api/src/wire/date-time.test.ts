import { describe, expect, it } from 'vitest'
import { dateTimeSchema, formatDateTime } from './date-time.ts'

describe('formatDateTime', () => {
  it.each([
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59+00:00'],
    ['2026-03-05T14:07:31.000Z', '2026-03-05T14:07:31+00:00'],
    ['2026-03-05T21:30:00.500-03:00', '2026-03-06T00:30:00+00:00'],
  ])('formats %s as %s, in whole seconds and UTC', (time, formatted) => {
    expect(formatDateTime(new Date(time))).toBe(formatted)
    expect(dateTimeSchema.parse(formatted)).toBe(formatted)
  })

  it('throws for an invalid date', () => {
    expect(() => formatDateTime(new Date(NaN))).toThrow(RangeError)
  })
})
