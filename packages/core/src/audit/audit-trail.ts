/** Who acted. `name` is that of an internal key or an operator's e-mail. */
export type Actor = (
  | { kind: 'portal-user'; id: string }
  | { kind: 'internal'; name: string }
  /** `via`: who created the operator's sign-in link. `network`: of the operator's session. */
  | { kind: 'operator'; name: string; via?: string; network?: string }
  | { kind: 'activation-link' }
  /** Without a request. */
  | { kind: 'service' }
) & {
  /** The second operator, as kind and name. */
  approvedBy?: string
}

/** Returns an actor as operators see it. */
export function labelOf(actor: Actor): string {
  if (actor.kind === 'portal-user') return `portal-user:${actor.id}`
  return 'name' in actor ? `${actor.kind}:${actor.name}` : actor.kind
}

/** Of a use case that changes a record. */
export interface ChangeInput {
  actor: Actor
  id: string
}

/** Of a change whose reason is recorded. */
export interface ExplainedChangeInput extends ChangeInput {
  reason?: string | undefined
}

export const ACTIVITY_TOPICS = ['accounts', 'sign_ins', 'users'] as const
export type ActivityTopic = (typeof ACTIVITY_TOPICS)[number]

/**
 * As `<record>.<change>`. `topic` and `isHistory`: whether partners see them in their activity, in an account's
 * history.
 */
const ACTIONS = {
  'account.created': { topic: 'accounts', isHistory: true },
  'account.erased': { topic: 'accounts', isHistory: true },
  'account.token-revoked': { topic: 'accounts', isHistory: true },
  'account.token-reissued': { topic: 'accounts', isHistory: true },
  'account.usage-reported': { topic: null, isHistory: true },
  'administrator.activated': { topic: null, isHistory: true },
  'administrator.corrected': { topic: null, isHistory: true },
  'administrator.invited': { topic: null, isHistory: true },
  'approval.approved': { topic: null, isHistory: false },
  'approval.rejected': { topic: null, isHistory: false },
  'approval.requested': { topic: null, isHistory: false },
  'coupon.changed': { topic: null, isHistory: false },
  'coupon.created': { topic: null, isHistory: false },
  'employer.corrected': { topic: null, isHistory: true },
  'integration.created': { topic: 'users', isHistory: false },
  'integration.password-rotated': { topic: 'users', isHistory: false },
  'mail.discarded': { topic: null, isHistory: false },
  'mail.retried': { topic: null, isHistory: false },
  'note.added': { topic: null, isHistory: false },
  'note.deleted': { topic: null, isHistory: false },
  'operator.link-created': { topic: null, isHistory: false },
  'operator.session-ended': { topic: null, isHistory: false },
  'operator.sign-in-rejected': { topic: null, isHistory: false },
  'operator.signed-in': { topic: null, isHistory: false },
  'operator.signed-out': { topic: null, isHistory: false },
  'partner.created': { topic: null, isHistory: false },
  'partner.coupon-changed': { topic: null, isHistory: false },
  'partner.rate-limit-changed': { topic: null, isHistory: false },
  'partner.emptied': { topic: 'accounts', isHistory: false },
  'partner.renamed': { topic: null, isHistory: false },
  'partner.resumed': { topic: null, isHistory: false },
  'partner.suspended': { topic: null, isHistory: false },
  'partner.second-factor-optional': { topic: 'users', isHistory: false },
  'partner.second-factor-required': { topic: 'users', isHistory: false },
  'person.exported': { topic: null, isHistory: false },
  'portal-user.activated': { topic: 'users', isHistory: false },
  'portal-user.disabled': { topic: 'users', isHistory: false },
  'portal-user.enabled': { topic: 'users', isHistory: false },
  'portal-user.erased': { topic: 'users', isHistory: false },
  'portal-user.invited': { topic: 'users', isHistory: false },
  'portal-user.password-changed': { topic: 'users', isHistory: false },
  'portal-user.password-reset': { topic: 'users', isHistory: false },
  'portal-user.password-reset-sent': { topic: null, isHistory: false },
  'portal-user.permissions-changed': { topic: 'users', isHistory: false },
  'portal-user.second-factor-added': { topic: 'users', isHistory: false },
  'portal-user.second-factor-removed': { topic: 'users', isHistory: false },
  'portal-user.second-factor-reset': { topic: 'users', isHistory: false },
  'portal-user.sign-in-failed': { topic: 'sign_ins', isHistory: false },
  'portal-user.signed-in': { topic: 'sign_ins', isHistory: false },
  'portal-user.signed-out-elsewhere': { topic: 'sign_ins', isHistory: false },
  'portal-user.token-issued': { topic: 'sign_ins', isHistory: false },
  'subscription.activated': { topic: null, isHistory: true },
  'subscription.canceled': { topic: null, isHistory: true },
  'subscription.created': { topic: null, isHistory: true },
  'subscription.changed': { topic: null, isHistory: true },
  'webhook.changed': { topic: null, isHistory: false },
  'webhook.created': { topic: null, isHistory: false },
  'webhook.deleted': { topic: null, isHistory: false },
  'webhook.disabled': { topic: null, isHistory: false },
  'webhook.paused': { topic: null, isHistory: false },
  'webhook.replayed': { topic: null, isHistory: false },
  'webhook.resumed': { topic: null, isHistory: false },
  'webhook.secret-rotated': { topic: null, isHistory: false },
} as const satisfies Record<string, { topic: ActivityTopic | null; isHistory: boolean }>

type ActionWith<Shown> = {
  [Action in AuditAction]: (typeof ACTIONS)[Action] extends Shown ? Action : never
}[AuditAction]

export type AuditAction = keyof typeof ACTIONS
export type ActivityAction = ActionWith<{ topic: ActivityTopic }>
export type HistoryAction = ActionWith<{ isHistory: true }>

export const AUDIT_ACTIONS = Object.keys(ACTIONS) as AuditAction[]

export const activityActions = (topic?: ActivityTopic): ActivityAction[] =>
  AUDIT_ACTIONS.filter((action): action is ActivityAction =>
    topic === undefined ? ACTIONS[action].topic !== null : ACTIONS[action].topic === topic,
  )

export const isHistoryAction = (action: AuditAction): action is HistoryAction => ACTIONS[action].isHistory

export type AuditedChanges = Record<string, { from: string | null; to: string | null }>

/** Returns the values that differ. */
export const differences = <T extends object>(before: T, after: T): AuditedChanges => {
  const earlier = Object.entries(before) as [string, string | null][]
  return Object.fromEntries(
    earlier.flatMap(([name, from]) => {
      const to = after[name as keyof T] as string | null
      return from === to ? [] : [[name, { from, to }]]
    }),
  )
}

/** Contains ids and corrected values, never a token, a secret or a password. */
export interface AuditEntry {
  actor: Actor
  action: AuditAction
  subjectId: string
  partnerId?: string | null
  accountId?: string | null
  /** Corrected values, a requested action, the reason for a rejected sign-in, or the e-mail of an exported person. */
  changes?: AuditedChanges | undefined
  reason?: string | undefined
}

/** Returns an entry about what portal users did to themselves. */
export const ownEntry = ({ id, partnerId }: Record<'id' | 'partnerId', string>, action: AuditAction): AuditEntry => ({
  actor: { kind: 'portal-user', id },
  action,
  subjectId: id,
  partnerId,
})

export interface RecordedAuditEntry extends AuditEntry {
  id: string
  at: Date
  partnerId: string | null
  accountId: string | null
}

export interface ActivityFilter {
  partnerId: string
  actions: readonly ActivityAction[]
  actorId?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  /** The id of the previous page's last entry. */
  before?: string | undefined
}

export interface ActivityEntry extends RecordedAuditEntry {
  action: ActivityAction
  actorName: string | null
  /** Of a changed portal user. */
  subjectName: string | null
  accountName: string | null
}

/** Entries are stored in the transaction of the change. */
export interface AuditTrail {
  record(...entries: readonly AuditEntry[]): Promise<void>

  activity(filter: ActivityFilter, limit: number): Promise<ActivityEntry[]>
}
