import type { Dependencies } from '../dependencies.ts'
import type { RateLimitStoreState } from '../rate-limits/rate-limits.ts'
import { capped, type CappedCount, MAX_COUNT } from '../record-page.ts'
import { lastDays } from './days.ts'
import type { QueuedMail, TestFilter } from './operator-queries.ts'
import { minutesAgo } from './show-limits.ts'

export interface Figures {
  pendingSubscriptions: CappedCount
  queuedMails: CappedCount
  failedMails: CappedCount
  /** In the last hour. */
  limitedPartners: CappedCount
  oldestQueuedMail: QueuedMail | null
  rateLimitStore: RateLimitStoreState
  /** Per day, in order. */
  accountsCreated: { date: string; accounts: number }[]
}

const LIMITED_MINUTES = 60

/** Returns pending work, the current state of what delays it, and the last days in a time zone. */
export async function showFigures(
  { stores: { operatorQueries }, rateLimits }: Pick<Dependencies, 'stores' | 'rateLimits'>,
  { days: count, timeZone, includeTest }: TestFilter & { days: number; timeZone: string },
): Promise<Figures> {
  const days = lastDays(count, timeZone, await operatorQueries.now())
  const [waiting, created] = await Promise.all([
    operatorQueries.waiting({ limitedSince: minutesAgo(LIMITED_MINUTES), countTo: MAX_COUNT + 1, includeTest }),
    operatorQueries.accountsCreated(days, { includeTest }),
  ])
  return {
    pendingSubscriptions: capped(waiting.pendingSubscriptions),
    queuedMails: capped(waiting.queuedMails),
    failedMails: capped(waiting.failedMails),
    limitedPartners: capped(waiting.limitedPartners),
    oldestQueuedMail: waiting.oldestQueuedMail,
    rateLimitStore: rateLimits.storeState(),
    accountsCreated: days.map(({ date }, index) => ({ date, accounts: created[index] ?? 0 })),
  }
}
