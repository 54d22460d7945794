import type { Dependencies } from '../dependencies.ts'
import type { RateLimitStoreState } from '../partners/rate-limits.ts'
import { toCappedCount, type CappedCount, MAX_COUNT } from '../record-page.ts'
import { lastDays } from './days.ts'
import type { QueuedMail, TestFilter } from '../records/record-queries.ts'
import { minutesAgo } from './show-limits.ts'

export interface Figures {
  pendingSubscriptions: CappedCount
  queuedMails: CappedCount
  failedMails: CappedCount
  /** Partners whose requests were rejected in the last hour. */
  limitedPartners: CappedCount
  oldestQueuedMail: QueuedMail | null
  rateLimitStore: RateLimitStoreState
  /** True if requests arrive through proxies that are not in `TRUSTED_PROXIES`. */
  countsProxiesAsClients: boolean
  /** False with `OUTGOING=off`: mails and webhooks wait. */
  isOutgoingEnabled: boolean
  /** Accounts per day, oldest day first. */
  accountsCreated: { date: string; accounts: number }[]
}

const LIMITED_MINUTES = 60

type FigureDependencies = Pick<Dependencies, 'stores' | 'rateLimits' | 'isOutgoingEnabled'>

/** Returns counts of pending work, possible causes of delays, and the accounts created per day in a time zone. */
export async function showFigures(
  { stores: { records }, rateLimits, isOutgoingEnabled }: FigureDependencies,
  { days: count, timeZone, includeTest }: TestFilter & { days: number; timeZone: string },
): Promise<Figures> {
  const days = lastDays(count, timeZone, await records.now())
  const [waiting, created] = await Promise.all([
    records.waiting({ limitedSince: minutesAgo(LIMITED_MINUTES), countTo: MAX_COUNT + 1, includeTest }),
    records.accountsCreated(days, { includeTest }),
  ])
  return {
    pendingSubscriptions: toCappedCount(waiting.pendingSubscriptions),
    queuedMails: toCappedCount(waiting.queuedMails),
    failedMails: toCappedCount(waiting.failedMails),
    limitedPartners: toCappedCount(waiting.limitedPartners),
    oldestQueuedMail: waiting.oldestQueuedMail,
    rateLimitStore: rateLimits.storeState(),
    countsProxiesAsClients: rateLimits.countsProxiesAsClients(),
    isOutgoingEnabled,
    accountsCreated: days.map(({ date }, index) => ({ date, accounts: created[index] ?? 0 })),
  }
}
