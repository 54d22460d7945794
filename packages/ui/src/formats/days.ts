// Days are `YYYY-MM-DD`, in the user's time zone. Times are in UTC.

/** Returns `text` if it is a valid day, and otherwise an empty string. */
export function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return ''
  const time = Date.parse(text)
  // `Date.parse` reads 30 February as 2 March.
  const isValid = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  return isValid ? text : ''
}

export const startOfDay = (day: string): string => acceptedTime(dateAt(day, 0).getTime())

export const startOfNextDay = (day: string): string => acceptedTime(dateAt(day, 1).getTime())

/** Returns the day's last second: the service's timestamps have no milliseconds. */
export const endOfDay = (day: string): string => acceptedTime(dateAt(day, 1).getTime() - 1000)

/** Returns the day of a time in the user's time zone. */
export function localDay(time: string | Date): string {
  const date = new Date(time)
  const year = date.getFullYear()
  const month = date.getMonth() + 1
  const day = date.getDate()
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** From the first to the last day, both included. An empty day leaves that end open. */
export interface DayRange {
  from: string
  to: string
}

/** Returns the ranges that filters offer. */
export function dayRanges(today = localDay(new Date())) {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const daysAgo = (count: number) => localDay(dateAt(today, -count))
  // Date 0 is the last day of the month before.
  const inMonth = (offset: number, date: number) => localDay(new Date(year, month - 1 + offset, date))
  return {
    any: { from: '', to: '' },
    today: { from: today, to: today },
    week: { from: daysAgo(6), to: today },
    days30: { from: daysAgo(29), to: today },
    month: { from: inMonth(0, 1), to: today },
    lastMonth: { from: inMonth(-1, 1), to: inMonth(0, 0) },
  } satisfies Record<string, DayRange>
}

/** `Date` has no years beyond 275760. From 10,000 on, `acceptedTime` returns the last time anyway. */
const MAX_YEAR = 10_000

function dateAt(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const time = new Date(2000, 0, 1)
  // The constructor would read years below 100 as years of the 20th century.
  time.setFullYear(Math.min(year, MAX_YEAR), month - 1, date + daysLater)
  return time
}

const FIRST_TIME = Date.parse('1970-01-01T00:00:00Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z')

/** Returns the nearest time that the service accepts. */
const acceptedTime = (time: number): string => new Date(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)).toISOString()
