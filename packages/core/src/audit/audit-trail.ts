/**
 * Who acted: a portal user, an internal application (by the name of its key), an operator (by e-mail) or the user of an
 * activation link.
 */
export type Actor =
  | { kind: 'portal-user'; id: string }
  | { kind: 'internal'; name: string }
  /** `via`: who created the link with which the operator signed in. */
  | { kind: 'operator'; name: string; via?: string }
  | { kind: 'activation-link' }

/** The audited actions, as `<record>.<change>`. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.token-revoked',
  'account.token-reissued',
  'account.usage-reported',
  'administrator.activated',
  'administrator.corrected',
  'administrator.invited',
  'coupon.changed',
  'coupon.created',
  'employer.corrected',
  'integration.created',
  'integration.password-rotated',
  'mail.discarded',
  'mail.retried',
  'operator.link-created',
  'operator.session-ended',
  'operator.sign-in-rejected',
  'operator.signed-in',
  'operator.signed-out',
  'partner.created',
  'partner.coupon-changed',
  'partner.renamed',
  'partner.resumed',
  'partner.suspended',
  'portal-user.activated',
  'portal-user.disabled',
  'portal-user.invited',
  'portal-user.password-changed',
  'portal-user.password-reset',
  'portal-user.password-reset-sent',
  'portal-user.permissions-changed',
  'portal-user.signed-in',
  'portal-user.signed-out-everywhere',
  'portal-user.token-issued',
  'subscription.activated',
  'subscription.canceled',
  'subscription.changed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The values of a record before and after a correction, by field. */
export type AuditedChanges = Record<string, { from: string | null; to: string | null }>

/**
 * An entry of the audit trail. It contains ids of records, and the values that a correction replaced. It never contains
 * a token, a secret or a password.
 */
export interface AuditEntry {
  actor: Actor
  action: AuditAction
  /** The record that was changed. */
  subjectId: string
  partnerId?: string
  accountId?: string
  /** Corrections only. */
  changes?: AuditedChanges
}

export interface RecordedAuditEntry extends Omit<AuditEntry, 'partnerId' | 'accountId'> {
  id: string
  at: Date
  partnerId: string | null
  accountId: string | null
}

/** Selects the activity of a partner. */
export interface ActivityFilter {
  partnerId: string
  actions: readonly AuditAction[]
  /** A portal user; by default anybody. */
  actorId?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  /** The id of the last entry of the previous page. */
  before?: string | undefined
}

/** An entry with the names of the people and the account at the time of reading. */
export interface ActivityEntry extends RecordedAuditEntry {
  /** Of a portal user who acted. */
  actorName: string | null
  /** Of a portal user who was changed. */
  subjectName: string | null
  /** The employer's name. */
  accountName: string | null
}

/** Records who changed which record, and when. An entry is stored in the transaction of the change. */
export interface AuditTrail {
  record(...entries: readonly AuditEntry[]): Promise<void>

  /** Returns at most `limit` entries of a partner, the most recent first. Its cost does not depend on the number of entries. */
  activity(filter: ActivityFilter, limit: number): Promise<ActivityEntry[]>
}
