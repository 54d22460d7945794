import type { ActivityAction } from './audit-actions.ts'
import type { ActivityEntry, AuditEntry } from './audit-entry.ts'

export interface ActivityFilter {
  partnerId: string
  actions: readonly ActivityAction[]
  actorId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  /** The id of the previous page's last entry. */
  before?: string | undefined
}

/** Entries are stored in the transaction of the change. */
export interface AuditTrail {
  record(...entries: readonly AuditEntry[]): Promise<void>

  activity(filter: ActivityFilter, limit: number): Promise<ActivityEntry[]>
}

declare module '../dependencies.ts' {
  interface Stores {
    audit: AuditTrail
  }
}
