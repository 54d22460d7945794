import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

export const WEBHOOK_SECRET = `whsec_${btoa(randomUUID())}`
export const EVENT = JSON.stringify({ id: 'event-1', type: 'subscription.canceled', timestamp: new Date(), data: {} })

/** Returns the headers of `EVENT`, as the service would sign it now. */
export function signedHeaders() {
  const now = new Date()
  const signature = new Webhook(WEBHOOK_SECRET).sign('event-1', now, EVENT)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'webhook-id': 'event-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
}
