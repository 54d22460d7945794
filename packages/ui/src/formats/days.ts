/** Days are `YYYY-MM-DD`, in the user's time zone. */

/** Returns a valid day, or an empty string. */
export const dayOf = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

export const startOfDay = (day: string, later = 0): string => dateAt(day, later).toISOString()

/** Returns the day's last second: the service's timestamps have no milliseconds. */
export const endOfDay = (day: string): string => new Date(dateAt(day, 1).getTime() - 1000).toISOString()

export function localDay(time: string | Date): string {
  const date = new Date(time)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export interface DayRange {
  from: string
  to: string
}

/** Empty days are open ends. */
export function dayRanges(today: string) {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const daysAgo = (count: number) => localDay(dateAt(today, -count))
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

function dateAt(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
