export const ACTIVITY_TOPICS = ['accounts', 'sign_ins', 'users', 'webhooks'] as const

export type ActivityTopic = (typeof ACTIVITY_TOPICS)[number]

/**
 * Audited actions, named `<record>.<change>`. Partners see those with a `topic` in their activity, and those with
 * `isHistory` in an account's history.
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
  'portal-user.second-factor-codes-reissued': { topic: 'users', isHistory: false },
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
  'webhook.changed': { topic: 'webhooks', isHistory: false },
  'webhook.created': { topic: 'webhooks', isHistory: false },
  'webhook.deleted': { topic: 'webhooks', isHistory: false },
  'webhook.disabled': { topic: 'webhooks', isHistory: false },
  'webhook.paused': { topic: 'webhooks', isHistory: false },
  'webhook.replayed': { topic: 'webhooks', isHistory: false },
  'webhook.resumed': { topic: 'webhooks', isHistory: false },
  'webhook.secret-rotated': { topic: 'webhooks', isHistory: false },
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

/** Actions that programs may repeat without end. */
const HOURLY_ACTIONS: readonly AuditAction[] = [
  'portal-user.sign-in-failed',
  'portal-user.signed-in',
  'portal-user.token-issued',
]

/** Returns whether a user's entries of an hour are stored as one entry with a count. */
export const isHourlyAction = (action: AuditAction): boolean => HOURLY_ACTIONS.includes(action)

export const isHistoryAction = (action: AuditAction): action is HistoryAction => ACTIONS[action].isHistory
