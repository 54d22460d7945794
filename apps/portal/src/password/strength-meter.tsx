import { Meter } from '@base-ui/react/meter'
import { useMessages } from '@partner-accounts/ui'
import { defineMessages } from '@partner-accounts/ui/messages'
import { passwordStrength } from './password-strength.ts'

const messages = defineMessages(
  {
    strength: 'Força da senha',
    levels: { none: 'digite uma senha', weak: 'fraca', fair: 'razoável', good: 'boa', strong: 'forte' },
  },
  {
    strength: 'Password strength',
    levels: { none: 'type a password', weak: 'weak', fair: 'fair', good: 'good', strong: 'strong' },
  },
)

export function StrengthMeter({ password }: { password: string }) {
  const t = useMessages(messages)
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
