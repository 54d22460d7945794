import { Fact, Facts, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import type { Outputs } from '../service/client.ts'
import { useTRPC } from '../service/trpc.ts'
import { limitMessages } from './limit-messages.ts'

const DAY_MINUTES = 24 * 60
/** The service applies a changed limit within this time. */
const REFRESH_INTERVAL_MS = 10_000

export function LimitUse({ partner: { id, rateLimit } }: { partner: Outputs['partners']['get'] }) {
  const t = useMessages(limitMessages)
  const { number, dateTime } = useFormats()
  const { data } = useQuery(
    useTRPC().internal.limits.get.queryOptions({ id, minutes: DAY_MINUTES }, { refetchInterval: REFRESH_INTERVAL_MS }),
  )
  if (!data) return null
  const { usage, rejections } = data
  const rejected = rejections.reduce((sum, minute) => sum + minute.requests, 0)
  const limitText = () => {
    if (rateLimit === null) return t.standard
    if (rateLimit.until === null) return number(rateLimit.requests)
    return `${number(rateLimit.requests)} ${t.until(dateTime(rateLimit.until))}`
  }
  return (
    <Facts title={t.use}>
      <Fact label={t.limit} value={limitText()} />
      <Fact
        label={t.used}
        value={
          <>
            {t.of(number(usage.used), number(usage.limit), number(usage.windowSeconds))}
            {!usage.isShared && <div className="small muted">{t.oneInstance}</div>}
          </>
        }
      />
      <Fact
        label={t.rejectedToday}
        value={rejected === 0 ? number(0) : <span className="badge badge-alert">{number(rejected)}</span>}
      />
    </Facts>
  )
}
