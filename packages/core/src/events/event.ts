import type { Account } from '../accounts/account.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { EVENT_ACTIONS, type EventAction, type EventType } from './event-types.ts'

export const isEventAction = (action: AuditAction): action is EventAction =>
  EVENT_ACTIONS.some((known) => known === action)

/** An audit entry that the partner sees. */
export interface PartnerEvent {
  /** Id of the audit entry. */
  id: string
  position: number
  type: EventType
  action: EventAction
  at: Date
  /** Id of an account, a subscription or a portal user. */
  subjectId: string
  /** The account as it is now; `null` for events about portal users. */
  account: Account | null
}

/** The cursor before a partner's first event. It is also the latest id of a partner without events. */
export const FEED_BEGINNING = '0'.repeat(24)
