import { describe, expect, it } from 'vitest'
import { isTimeZone, lastDays } from './days.ts'

const spans = (count: number, timeZone: string, now: string) =>
  lastDays(count, timeZone, new Date(now)).map(({ date, start, end }) => [date, start.toISOString(), end.toISOString()])

describe('lastDays', () => {
  it('returns the days up to today in the time zone, which may not be the date in UTC', () => {
    expect(spans(2, 'America/Sao_Paulo', '2026-11-22T02:59:59Z')).toEqual([
      ['2026-11-20', '2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z'],
      ['2026-11-21', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    ])
    expect(spans(1, 'America/Sao_Paulo', '2026-11-22T03:00:00Z')).toEqual([
      ['2026-11-22', '2026-11-22T03:00:00.000Z', '2026-11-23T03:00:00.000Z'],
    ])
  })

  it.each([
    ['UTC', '2026-03-01T12:00:00Z', '2026-03-01', 24],
    ['Asia/Kathmandu', '2026-03-01T12:00:00Z', '2026-03-01', 24],
    ['Pacific/Kiritimati', '2026-03-01T12:00:00Z', '2026-03-02', 24],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-25', 25],
    // The clocks changed at midnight.
    ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04', 23],
    ['America/Sao_Paulo', '2018-02-17T12:00:00Z', '2018-02-17', 25],
    ['Asia/Beirut', '2021-03-28T12:00:00Z', '2021-03-28', 23],
    ['Asia/Beirut', '2021-10-30T12:00:00Z', '2021-10-30', 25],
    // The clocks changed after midnight, but before midnight in UTC.
    ['Australia/Sydney', '2025-04-06T06:00:00Z', '2025-04-06', 25],
    ['Australia/Sydney', '2025-10-05T06:00:00Z', '2025-10-05', 23],
    ['Asia/Jerusalem', '2025-10-26T12:00:00Z', '2025-10-26', 25],
  ])('returns a day of the right length in %s on %s', (timeZone, now, date, hours) => {
    const [day, ...others] = lastDays(1, timeZone, new Date(now))
    expect(others).toEqual([])
    expect(day!.date).toBe(date)
    expect((day!.end.getTime() - day!.start.getTime()) / 3_600_000).toBe(hours)
  })

  it('returns days without gaps over a change of clocks', () => {
    const days = lastDays(400, 'America/Sao_Paulo', new Date('2019-03-01T12:00:00Z'))
    expect(days).toHaveLength(400)
    for (const [index, { start }] of days.entries()) if (index > 0) expect(start).toEqual(days[index - 1]!.end)
    expect(new Set(days.map(({ date }) => date)).size).toBe(400)
  })
})

it('isTimeZone knows names of time zones only', () => {
  expect(['America/Sao_Paulo', 'UTC', 'America/Lua', '', 'x y'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
