import { Fact, Facts, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'
import { limitMessages } from './limit-messages.ts'

const DAY_MINUTES = 24 * 60

export function LimitUse({ partnerId }: { partnerId: string }) {
  const t = useMessages(limitMessages)
  const { number } = useFormats()
  const { data } = useQuery(useTRPC().internal.limits.show.queryOptions({ id: partnerId, minutes: DAY_MINUTES }))
  if (!data) return null
  const { usage, rejections } = data
  const rejected = rejections.reduce((sum, minute) => sum + minute.requests, 0)
  return (
    <Facts title={t.use}>
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
