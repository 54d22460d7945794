import type { RunStatement } from '../../driver/statements.ts'
import { COUNT_PERIODS, COUNTED, LAST_COUNTED, PERIOD_MS, RECENT_PERIODS } from '../../sql/figure-statements.ts'

/** Far longer than a creation takes: no account of an earlier period is committed any more. */
const OPEN_MS = 60 * 60_000

interface Span {
  start: Date
  end: Date
}

/**
 * Counts the accounts that were created in each span of time. Spans begin and end at a multiple of 15 minutes.
 *
 * The accounts of periods of 15 minutes are counted once, by the first call after they are over, and stored. A call
 * therefore reads the accounts of the last hour and those created since the previous call, however many there are.
 */
export async function countCreatedAccounts(run: RunStatement, spans: readonly Span[]): Promise<number[]> {
  const [last] = await run(LAST_COUNTED, {})
  const counted = last!.starts_at ? last!.starts_at.getTime() + PERIOD_MS : 0
  const closed = Math.floor((last!.now.getTime() - OPEN_MS) / PERIOD_MS) * PERIOD_MS
  const open = new Date(Math.max(counted, closed))
  if (counted < closed) {
    await run(COUNT_PERIODS, { from: new Date(counted), to: open })
  }
  const end = spans.at(-1)?.end ?? open
  const [sums, recent] = await Promise.all([
    run(COUNTED, {
      starts: spans.map(({ start }) => start),
      // Another call may have counted later periods meanwhile.
      ends: spans.map((span) => (span.end < open ? span.end : open)),
    }),
    run(RECENT_PERIODS, { from: open, to: end }),
  ])
  return spans.map(({ start, end }, index) =>
    recent
      .filter((period) => period.starts_at >= start && period.starts_at < end)
      .reduce((sum, { accounts }) => sum + accounts, sums[index]?.accounts ?? 0),
  )
}
