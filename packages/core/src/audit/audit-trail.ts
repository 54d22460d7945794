/** Who did something: a portal user, an internal application by the name of its key, or whoever followed a link. */
export type Actor =
  { kind: 'portal-user'; id: string } | { kind: 'internal'; name: string } | { kind: 'activation-link' }

/** What can be done to a record, as `<record>.<what happened>`. */
export type AuditAction =
  | 'account.created'
  | 'account.token-revoked'
  | 'account.token-reissued'
  | 'account.usage-reported'
  | 'administrator.activated'
  | 'coupon.created'
  | 'mail.retried'
  | 'partner.created'
  | 'partner.coupon-changed'
  | 'partner.resumed'
  | 'partner.suspended'
  | 'portal-user.activated'
  | 'portal-user.disabled'
  | 'portal-user.invited'
  | 'portal-user.permissions-changed'
  | 'subscription.activated'
  | 'subscription.canceled'
  | 'subscription.changed'

/** One line of the trail. It names records and never holds a token, a secret or a password. */
export interface AuditEntry {
  actor: Actor
  action: AuditAction
  /** The record that was changed. */
  subjectId: string
  partnerId: string | null
  accountId: string | null
}

export interface RecordedAuditEntry extends AuditEntry {
  id: string
  at: Date
}

/** Narrows what is read of the trail. */
export interface AuditFilter {
  partnerId?: string | undefined
  accountId?: string | undefined
}

/** Who did what to which record, and when. Written in the transaction of what was done. */
export interface AuditTrail {
  record(entry: AuditEntry): Promise<void>

  /** The most recent first, at most `limit`. */
  list(filter: AuditFilter, limit: number): Promise<RecordedAuditEntry[]>
}
