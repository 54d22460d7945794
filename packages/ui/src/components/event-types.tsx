import type { RouterOutputs } from '@partner-accounts/client'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'

type Webhooks = RouterOutputs['webhooks']

export type EventType = Webhooks['list']['items'][number]['types'][number]

/** A type without a label does not compile. */
type TypeTexts = Record<Webhooks['listDeliveries']['items'][number]['type'], string>

export const eventTypeMessages = defineMessages(
  {
    events: 'Eventos a receber',
    all: 'Todos, também os que surgirem no futuro',
    allEvents: 'Todos os eventos',
    types: {
      'account.created': 'Conta criada',
      'account.corrected': 'Dados da conta corrigidos',
      'subscription.activated': 'Assinatura ativada',
      'subscription.changed': 'Assinatura alterada',
      'subscription.canceled': 'Assinatura cancelada',
      'api_token.revoked': 'Chave de acesso revogada',
      'api_token.reissued': 'Chaves de acesso trocadas',
      'administrator.activated': 'Administrador escolheu a senha',
      'portal_user.activated': 'Usuário do portal escolheu a senha',
      'portal_user.disabled': 'Usuário do portal desativado',
      'webhook.test': 'Evento de teste',
    } satisfies TypeTexts,
  },
  {
    events: 'Events to receive',
    all: 'All, including types added in the future',
    allEvents: 'All events',
    types: {
      'account.created': 'Account created',
      'account.corrected': 'Account data corrected',
      'subscription.activated': 'Subscription activated',
      'subscription.changed': 'Subscription changed',
      'subscription.canceled': 'Subscription canceled',
      'api_token.revoked': 'Access key revoked',
      'api_token.reissued': 'Access keys replaced',
      'administrator.activated': 'Administrator chose a password',
      'portal_user.activated': 'Portal user chose a password',
      'portal_user.disabled': 'Portal user disabled',
      'webhook.test': 'Test event',
    } satisfies TypeTexts,
  },
)

const TYPES = Object.keys(eventTypeMessages.en.types).filter((type): type is EventType => type !== 'webhook.test')

/** Returns a function that lists types in one text. An empty list stands for all. */
export function useEventTypeList(): (types: readonly EventType[]) => string {
  const t = useMessages(eventTypeMessages)
  return (types) => types.map((type) => t.types[type]).join(', ') || t.allEvents
}

interface EventTypeFieldsProps {
  /** The chosen types. An empty list stands for all, also future ones. */
  value: readonly EventType[]
  onChange: (value: EventType[]) => void
}

export function EventTypeFields({ value, onChange }: EventTypeFieldsProps) {
  const t = useMessages(eventTypeMessages)
  const toggle = (type: EventType) => {
    const chosen = new Set(value)
    if (chosen.has(type)) chosen.delete(type)
    else chosen.add(type)
    onChange(TYPES.filter((other) => chosen.has(other)))
  }
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
