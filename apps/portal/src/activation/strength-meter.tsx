import { Meter } from '@base-ui/react/meter'
import { useMessages } from '@partner-accounts/ui'
import { activationMessages } from './activation-messages.ts'
import { passwordStrength } from './password-strength.ts'

export function StrengthMeter({ password }: { password: string }) {
  const t = useMessages(activationMessages)
  const { level, score } = passwordStrength(password)
  return (
    <Meter.Root className="meter" value={Math.round(score * 100)} getAriaValueText={() => t.levels[level]}>
      <div className="row row-apart small">
        <Meter.Label className="muted">{t.strength}</Meter.Label>
        <span aria-live="polite">{t.levels[level]}</span>
      </div>
      <Meter.Track className="meter-track">
        <Meter.Indicator className="meter-indicator" data-level={level} />
      </Meter.Track>
    </Meter.Root>
  )
}
