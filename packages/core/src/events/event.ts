import type { Account } from '../accounts/account.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { EVENT_ACTIONS, type EventAction, type EventType } from './event-types.ts'

export const isEventAction = (action: AuditAction): action is EventAction =>
  EVENT_ACTIONS.some((known) => known === action)

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

/** The position before a partner's first event, for readers that have received none. */
export const FEED_BEGINNING = '0'.repeat(24)
