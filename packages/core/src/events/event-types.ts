/** Types of events, by the action of the audit trail that causes them. */
const TYPES = {
  'account.created': 'account.created',
  'employer.corrected': 'account.corrected',
  'administrator.corrected': 'account.corrected',
  'subscription.activated': 'subscription.activated',
  'subscription.changed': 'subscription.changed',
  'subscription.canceled': 'subscription.canceled',
  'account.token-revoked': 'api_token.revoked',
  'account.token-reissued': 'api_token.reissued',
  'administrator.activated': 'administrator.activated',
  'portal-user.activated': 'portal_user.activated',
  'portal-user.disabled': 'portal_user.disabled',
} as const

export type EventAction = keyof typeof TYPES
export type EventType = (typeof TYPES)[EventAction]

export const EVENT_ACTIONS = Object.keys(TYPES) as EventAction[]
export const EVENT_TYPES: readonly EventType[] = [...new Set(Object.values(TYPES))]

export const eventTypeOf = (action: EventAction): EventType => TYPES[action]

export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text)
