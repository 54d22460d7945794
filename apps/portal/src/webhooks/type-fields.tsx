import { useMessages } from '@partner-accounts/ui'
import { type EventType, webhookMessages } from './webhook-messages.ts'

const TYPES = Object.keys(webhookMessages.en.types).filter((type): type is EventType => type !== 'webhook.test')

interface TypeFieldsProps {
  /** Empty: all. */
  value: readonly EventType[]
  onChange: (value: EventType[]) => void
}

export function TypeFields({ value, onChange }: TypeFieldsProps) {
  const t = useMessages(webhookMessages)
  const toggle = (type: EventType) =>
    onChange(TYPES.filter((other) => (other === type ? !value.includes(other) : value.includes(other))))
  return (
    <fieldset className="field-group stack">
      <legend className="field-label">{t.events}</legend>
      <label className="row">
        <input type="checkbox" checked={value.length === 0} onChange={() => onChange([])} />
        {t.all}
      </label>
      {TYPES.map((type) => (
        <label key={type} className="row">
          <input type="checkbox" checked={value.includes(type)} onChange={() => toggle(type)} />
          {t.types[type]}
        </label>
      ))}
    </fieldset>
  )
}
