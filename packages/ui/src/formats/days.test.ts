import { expect, it } from 'vitest'
import { dayRanges } from './days.ts'

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
