import { Meter } from '@base-ui/react/meter'
import { Button, RefreshCw, useFormats, useMessages } from '@partner-accounts/ui'
import { useRateUse } from '../service/rate-use.ts'
import { useMe } from '../permissions/me.ts'
import { developersMessages } from './developers-messages.ts'

export function RateUseCard() {
  const t = useMessages(developersMessages)
  const formats = useFormats()
  const { refresh } = useMe()
  const use = useRateUse()
  if (!use) return null
  const used = use.limit - use.remaining
  const text = t.usage(formats.number(used), formats.number(use.limit))
  return (
    <section className="card card-padded stack" aria-labelledby="limit">
      <h2 id="limit">{t.limit}</h2>
      <p className="muted">{t.limitLead(formats.number(use.limit), formats.number(use.windowSeconds))}</p>
      <Meter.Root className="meter" value={used} max={use.limit} getAriaValueText={() => text}>
        <div className="row row-apart">
          <Meter.Label className="small muted">{t.used}</Meter.Label>
          <span className="numeric">{text}</span>
        </div>
        <Meter.Track className="meter-track">
          <Meter.Indicator className="meter-indicator" />
        </Meter.Track>
      </Meter.Root>
      <div>
        <Button small onClick={refresh}>
          <RefreshCw size={15} aria-hidden /> {t.refresh}
        </Button>
      </div>
      <p className="small muted">{t.refreshNote}</p>
    </section>
  )
}
