import { Meter } from '@base-ui/react/meter'
import { Button, RefreshCw, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'
import { developersMessages } from './developers-messages.ts'

export function RateUseCard() {
  const t = useMessages(developersMessages)
  const formats = useFormats()
  const { data: use, refetch } = useQuery(useTRPC().requestLog.getRateLimitUse.queryOptions())
  if (!use) return null
  const text = t.usage(formats.number(use.used), formats.number(use.limit))
  return (
    <section className="card card-padded stack" aria-labelledby="limit">
      <h2 id="limit">{t.limit}</h2>
      <p className="muted">{t.limitLead(formats.number(use.limit), formats.number(use.windowSeconds))}</p>
      <Meter.Root className="meter" value={use.used} max={use.limit} getAriaValueText={() => text}>
        <div className="row row-apart">
          <Meter.Label className="small muted">{t.used}</Meter.Label>
          <span className="numeric">{text}</span>
        </div>
        <Meter.Track className="meter-track">
          <Meter.Indicator className="meter-indicator" />
        </Meter.Track>
      </Meter.Root>
      <div>
        <Button small onClick={() => void refetch()}>
          <RefreshCw size={15} aria-hidden /> {t.refresh}
        </Button>
      </div>
      <p className="small muted">{t.limitNote}</p>
    </section>
  )
}
