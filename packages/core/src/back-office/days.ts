const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export interface Day {
  date: string
  start: Date
  end: Date
}

/** Returns the last days in a time zone up to today, in order. */
export function lastDays(count: number, timeZone: string, now: Date): Day[] {
  const today = Date.parse(dateFormat(timeZone).format(now))
  const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const first = today - (count - 1) * DAY_MS
  // The day after today is included, because it begins when today ends.
  const midnights = Array.from({ length: count + 1 }, (_, index) => first + index * DAY_MS)
  const starts = midnights.map((midnight) => startOfDay(midnight, offsetFormat))
  return midnights.slice(0, -1).map((midnight, index) => ({
    date: new Date(midnight).toISOString().slice(0, 'YYYY-MM-DD'.length),
    start: starts[index]!,
    end: starts[index + 1]!,
  }))
}

export function isTimeZone(name: string): boolean {
  try {
    dateFormat(name)
    return true
  } catch {
    return false
  }
}

const dateFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/**
 * Returns when a day starts. If clocks change around midnight, the offsets before and after the change give two times. The
 * earlier one is the start unless it is still on the previous day.
 *
 * @param midnight the day's midnight in UTC
 */
function startOfDay(midnight: number, offsetFormat: Intl.DateTimeFormat): Date {
  const offsetBefore = offsetMs(midnight - DAY_MS, offsetFormat)
  const offsetAfter = offsetMs(midnight + DAY_MS, offsetFormat)
  const earlier = midnight - Math.max(offsetBefore, offsetAfter)
  const later = midnight - Math.min(offsetBefore, offsetAfter)
  const localTime = earlier + offsetMs(earlier, offsetFormat)
  return new Date(localTime >= midnight ? earlier : later)
}

/** Reads an offset such as `GMT-03:00`. UTC has the offset `GMT`. */
function offsetMs(time: number, offsetFormat: Intl.DateTimeFormat): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(offsetFormat.format(time)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
