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

/** The topics by which a partner filters its activity. */
export const ACTIVITY_TOPICS = ['accounts', 'sign_ins', 'users'] as const
export type ActivityTopic = (typeof ACTIVITY_TOPICS)[number]

/**
 * The audited actions, as `<record>.<change>`, and what partners see of each: its topic in their activity, and whether it
 * is part of an account's history.
 */
const ACTIONS = {
  'account.created': { topic: 'accounts', isHistory: true },
  'account.token-revoked': { topic: 'accounts', isHistory: true },
  'account.token-reissued': { topic: 'accounts', isHistory: true },
  'account.usage-reported': { topic: null, isHistory: true },
  'administrator.activated': { topic: null, isHistory: true },
  'administrator.corrected': { topic: null, isHistory: true },
  'administrator.invited': { topic: null, isHistory: true },
  'coupon.changed': { topic: null, isHistory: false },
  'coupon.created': { topic: null, isHistory: false },
  'employer.corrected': { topic: null, isHistory: true },
  'integration.created': { topic: 'users', isHistory: false },
  'integration.password-rotated': { topic: 'users', isHistory: false },
  'mail.discarded': { topic: null, isHistory: false },
  'mail.retried': { topic: null, isHistory: false },
  'operator.link-created': { topic: null, isHistory: false },
  'operator.session-ended': { topic: null, isHistory: false },
  'operator.sign-in-rejected': { topic: null, isHistory: false },
  'operator.signed-in': { topic: null, isHistory: false },
  'operator.signed-out': { topic: null, isHistory: false },
  'partner.created': { topic: null, isHistory: false },
  'partner.coupon-changed': { topic: null, isHistory: false },
  'partner.renamed': { topic: null, isHistory: false },
  'partner.resumed': { topic: null, isHistory: false },
  'partner.suspended': { topic: null, isHistory: false },
  'portal-user.activated': { topic: 'users', isHistory: false },
  'portal-user.disabled': { topic: 'users', isHistory: false },
  'portal-user.invited': { topic: 'users', isHistory: false },
  'portal-user.password-changed': { topic: 'users', isHistory: false },
  'portal-user.password-reset': { topic: 'users', isHistory: false },
  'portal-user.password-reset-sent': { topic: null, isHistory: false },
  'portal-user.permissions-changed': { topic: 'users', isHistory: false },
  'portal-user.signed-in': { topic: 'sign_ins', isHistory: false },
  'portal-user.signed-out-everywhere': { topic: 'sign_ins', isHistory: false },
  'portal-user.token-issued': { topic: 'sign_ins', isHistory: false },
  'subscription.activated': { topic: null, isHistory: true },
  'subscription.canceled': { topic: null, isHistory: true },
  'subscription.changed': { topic: null, isHistory: true },
} as const satisfies Record<string, { topic: ActivityTopic | null; isHistory: boolean }>

type ActionWith<Shown> = {
  [Action in AuditAction]: (typeof ACTIONS)[Action] extends Shown ? Action : never
}[AuditAction]

export type AuditAction = keyof typeof ACTIONS
/** What the activity of a partner shows. */
export type ActivityAction = ActionWith<{ topic: ActivityTopic }>
/** What the history of an account shows to its partner. */
export type HistoryAction = ActionWith<{ isHistory: true }>

export const AUDIT_ACTIONS = Object.keys(ACTIONS) as AuditAction[]

/** Returns the actions of one topic, or of all topics. */
export const activityActions = (topic?: ActivityTopic): ActivityAction[] =>
  AUDIT_ACTIONS.filter((action): action is ActivityAction =>
    topic === undefined ? ACTIONS[action].topic !== null : ACTIONS[action].topic === topic,
  )

export const isHistoryAction = (action: AuditAction): action is HistoryAction => ACTIONS[action].isHistory

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
  /** Of corrections, and the reason for a rejected sign-in. */
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
  actions: readonly ActivityAction[]
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
  action: ActivityAction
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
