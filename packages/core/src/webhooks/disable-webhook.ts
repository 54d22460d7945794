import { inTransaction, type Stores } from '../dependencies.ts'
import { queueUserNotice } from '../identity/queue-user-notice.ts'
import { LIMITS } from '../limits.ts'
import { recordWebhook } from './manage-webhooks.ts'
import type { FailedWebhook, Webhook } from './webhook.ts'

const DAY_MS = 86_400_000

/**
 * Disables a failing endpoint, and mails a notice to the partner's users who manage endpoints. Sends
 * at most one notice per endpoint and day, and a limited number per partner and day.
 */
export const disableWebhook = inTransaction(async (stores, { webhook, isGone }: FailedWebhook) => {
  if (!(await stores.webhooks.disable(webhook))) return
  if (await isNoticeDue(stores, webhook)) await queueNotices(stores, webhook, isGone)
  await recordWebhook(stores, { kind: 'service' }, 'webhook.disabled', webhook)
})

/** Returns whether the limits permit another notice. The current disabling is recorded later, so it is not counted. */
async function isNoticeDue({ webhooks }: Stores, { id, partnerId }: Webhook): Promise<boolean> {
  const since = new Date(Date.now() - DAY_MS)
  if ((await webhooks.countDisabled({ partnerId, id, since })) > 0) return false
  return (await webhooks.countDisabled({ partnerId, since })) < LIMITS.webhooks.notices.perDay
}

async function queueNotices(stores: Stores, { partnerId, url }: Webhook, isGone: boolean): Promise<void> {
  const { host } = new URL(url)
  const { person, integration } = LIMITS.teamSize
  const users = await stores.portalUsers.list(partnerId, { limit: person + integration })
  const recipients = users.filter(
    ({ kind, status, permissions }) =>
      kind === 'person' && status === 'active' && permissions.includes('webhooks:manage'),
  )
  for (const user of recipients.slice(0, LIMITS.webhooks.notices.recipients))
    await queueUserNotice(stores, user, { kind: 'webhook-disabled', host, isGone })
}
