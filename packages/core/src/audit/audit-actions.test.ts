import { expect, it } from 'vitest'
import {
  ACTIVITY_TOPICS,
  activityActions,
  type ActivityTopic,
  AUDIT_ACTIONS,
  type AuditAction,
  isHistoryAction,
  isHourlyAction,
} from './audit-actions.ts'

const actionsOf = (topic: ActivityTopic): readonly AuditAction[] => activityActions(topic)
const topicOf = (action: AuditAction) => ACTIVITY_TOPICS.find((topic) => actionsOf(topic).includes(action))

it('every audited action has its expected activity topic, and is a history or hourly action as expected', () => {
  const descriptions = AUDIT_ACTIONS.map((action) => {
    const description = [action, topicOf(action) ?? 'none']
    if (isHistoryAction(action)) description.push('history')
    if (isHourlyAction(action)) description.push('hourly')
    return description.join(' ')
  })
  expect(descriptions.join('\n')).toMatchInlineSnapshot(`
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
})

it('activityActions without a topic returns the actions of all topics', () => {
  expect(activityActions()).toEqual(AUDIT_ACTIONS.filter((action) => topicOf(action) !== undefined))
})
