import { expect, it } from 'vitest'
import { dayOf, dayRanges, endOfDay, startOfDay, startOfNextDay } from './days.ts'

it('Preset ranges of days include today, and cross the ends of months and years', () => {
  expect(dayRanges('2028-03-01')).toMatchObject({
    week: { from: '2028-02-24', to: '2028-03-01' },
    month: { from: '2028-03-01', to: '2028-03-01' },
    lastMonth: { from: '2028-02-01', to: '2028-02-29' },
  })
  expect(dayRanges('2026-01-15')).toMatchObject({
    days30: { from: '2025-12-17', to: '2026-01-15' },
    lastMonth: { from: '2025-12-01', to: '2025-12-31' },
  })
})

it('dayOf returns only days that exist', () => {
  expect(dayOf('2028-02-29')).toBe('2028-02-29')
  for (const text of [null, '', '2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', 'today'])
    expect(dayOf(text)).toBe('')
})

it('The first and last days are within the range of times that the service accepts', () => {
  expect(startOfDay('0000-01-01')).toBe('1970-01-01T00:00:00.000Z')
  expect(startOfDay('0050-01-01')).toBe('1970-01-01T00:00:00.000Z')
  // `Date` has no years beyond 275760.
  for (const day of ['9999-12-31', '275761-01-01']) {
    expect(startOfNextDay(day)).toBe('9999-12-31T23:59:59.000Z')
  }
  expect(Date.parse(endOfDay('9999-12-30'))).toBe(new Date(9999, 11, 31).getTime() - 1000)
})
