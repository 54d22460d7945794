import type { Account } from '../accounts/account.ts'
import type { AuditAction } from '../audit/audit-trail.ts'

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
} as const satisfies Partial<Record<AuditAction, string>>

export type EventAction = keyof typeof TYPES
export type EventType = (typeof TYPES)[EventAction]

export const EVENT_ACTIONS = Object.keys(TYPES) as EventAction[]
export const EVENT_TYPES: readonly EventType[] = [...new Set(Object.values(TYPES))]

export const isEventAction = (action: AuditAction): action is EventAction => Object.hasOwn(TYPES, action)

export const eventTypeOf = (action: EventAction): EventType => TYPES[action]

/** An audit entry that the partner sees. */
export interface PartnerEvent {
  /** The audit entry's. */
  id: string
  position: number
  type: EventType
  action: EventAction
  at: Date
  /** An account, subscription or portal user. */
  subjectId: string
  /** Current; `null` for events of portal users. */
  account: Account | null
}

export interface EventFilter {
  /** Default: all of the last `LIMITS.eventDays` days. */
  afterPosition?: number | undefined
  /** Takes precedence. */
  afterId?: string | undefined
  limit: number
  types?: readonly EventType[] | undefined
}

/**
 * Events of the last `LIMITS.eventDays` days. Positions count 1, 2, 3 … per partner in commit order, so a reader that
 * continues after a position misses nothing.
 */
export interface EventStore {
  /**
   * Returns the oldest first.
   *
   * @throws `event-unknown` if `afterId` is not an event of the last `LIMITS.eventDays` days
   */
  list(partnerId: string, filter: EventFilter): Promise<PartnerEvent[]>

  positionOf(partnerId: string, id: string): Promise<number | undefined>

  /** Returns the latest position, 0 without events. */
  head(partnerId: string): Promise<number>
}
