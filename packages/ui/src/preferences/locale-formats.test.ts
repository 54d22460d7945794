import { expect, it } from 'vitest'
import { FORMATS } from './locale-formats.ts'

const NOON = '2026-03-07T12:00:00+00:00'

it('Dates and numbers are written as in Brazil, and unambiguously in English', () => {
  const { 'pt-BR': portuguese, en: english } = FORMATS
  expect([portuguese.number(1234.5), english.number(1234.5)]).toEqual(['1.234,5', '1,234.5'])
  expect([portuguese.date(NOON), english.date(NOON)]).toEqual(['07/03/2026', 'Mar 7, 2026'])
  expect(portuguese.exactTime(NOON)).toMatch(/^07\/03\/2026, \d{2}:00:00$/)
  expect(english.exactTime(NOON)).toMatch(/^Mar 7, 2026, \d{1,2}:00:00\s[AP]M$/)
})

it('count adds a plus sign when counting stopped', () => {
  const { 'pt-BR': portuguese, en: english } = FORMATS
  expect([9_999, 10_000].map((value) => portuguese.count(value, 10_000))).toEqual(['9.999', '10.000+'])
  expect(english.count(10_000, 10_000)).toBe('10,000+')
})

it('relativeTime names the days of the calendar', () => {
  const mondayEvening = new Date(2026, 2, 2, 23).toISOString()
  const relative = (now: Date) => FORMATS.en.relativeTime(mondayEvening, now.getTime())
  expect(relative(new Date(2026, 2, 3, 22))).toBe('23 hours ago')
  expect(relative(new Date(2026, 2, 3, 23, 30))).toBe('yesterday')
  expect(relative(new Date(2026, 2, 4, 1))).toBe('2 days ago')
})
