import { expect, it } from 'vitest'
import { ACTIVITY_TOPICS, activityActions, AUDIT_ACTIONS, isHistoryAction, isHourlyAction } from './audit-actions.ts'

it('each audited action is in the activity of its topic, in the history of accounts, or only in the audit trail', () => {
  const topicOf = (action: string) =>
    ACTIVITY_TOPICS.find((topic) => activityActions(topic).some((each) => each === action)) ?? 'none'
  const described = AUDIT_ACTIONS.map((action) => {
    const flags = [isHistoryAction(action) && 'history', isHourlyAction(action) && 'hourly'].filter(Boolean)
    return [action, topicOf(action), ...flags].join(' ')
  })
  expect(described.join('\n')).toMatchInlineSnapshot(`
    "account.created accounts history
    account.erased accounts history
    account.token-revoked accounts history
    account.token-reissued accounts history
    account.usage-reported none history
    administrator.activated none history
    administrator.corrected none history
    administrator.invited none history
    coupon.changed none
    coupon.created none
    employer.corrected none history
    integration.created users
    integration.password-rotated users
    mail.discarded none
    mail.retried none
    note.added none
    note.deleted none
    operator.link-created none
    operator.session-ended none
    operator.sign-in-rejected none
    operator.signed-in none
    operator.signed-out none
    partner.created none
    partner.coupon-changed none
    partner.rate-limit-changed none
    partner.emptied accounts
    partner.renamed none
    partner.resumed none
    partner.suspended none
    partner.second-factor-optional users
    partner.second-factor-required users
    person.exported none
    portal-user.activated users
    portal-user.disabled users
    portal-user.enabled users
    portal-user.erased users
    portal-user.invited users
    portal-user.password-changed users
    portal-user.password-reset users
    portal-user.password-reset-sent none
    portal-user.permissions-changed users
    portal-user.second-factor-added users
    portal-user.second-factor-codes-reissued users
    portal-user.second-factor-removed users
    portal-user.second-factor-reset users
    portal-user.sign-in-failed sign_ins hourly
    portal-user.signed-in sign_ins hourly
    portal-user.signed-out-elsewhere sign_ins
    portal-user.token-issued sign_ins hourly
    subscription.activated none history
    subscription.canceled none history
    subscription.created none history
    subscription.changed none history
    webhook.changed webhooks
    webhook.created webhooks
    webhook.deleted webhooks
    webhook.disabled webhooks
    webhook.paused webhooks
    webhook.replayed webhooks
    webhook.resumed webhooks
    webhook.secret-rotated webhooks"
  `)
  expect(activityActions()).toEqual(ACTIVITY_TOPICS.flatMap((topic) => activityActions(topic)).toSorted(byPosition))
})

const byPosition = (one: string, other: string) =>
  AUDIT_ACTIONS.findIndex((action) => action === one) - AUDIT_ACTIONS.findIndex((action) => action === other)
