import { presentSent } from '@partner-accounts/api'
import type { ClaimedWebhookDelivery, WebhookReport } from '@partner-accounts/core'
import type { WebhookQueue } from '@partner-accounts/db'
import { repeat } from '../batches/repeat.ts'
import { errorCode } from '../logging/error-code.ts'
import { DeliveryWorker, type DeliveryWorkerOptions } from '../queue/delivery-worker.ts'
import { signWebhook, type WebhookSender } from './webhook-sender.ts'

const CONCURRENCY = 256
const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds, about three days together. */
const RETRY_DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

const GONE = 410

export interface WebhookWorkerOptions extends Pick<
  DeliveryWorkerOptions<ClaimedWebhookDelivery, WebhookReport>,
  'onAttempt' | 'pollMilliseconds' | 'logger'
> {
  queue: WebhookQueue
  sender: WebhookSender
}

/** Starts delivering. Logs contain ids, never a URL, which may contain a secret. */
export function startWebhookWorker({ queue, sender, ...options }: WebhookWorkerOptions): { stop: () => Promise<void> } {
  const worker = new DeliveryWorker<ClaimedWebhookDelivery, WebhookReport>({
    ...options,
    name: 'webhook',
    queue,
    concurrency: CONCURRENCY,
    retryDelays: RETRY_DELAYS,
    factsOf: ({ id, webhook, type }) => ({ deliveryId: id, webhookId: webhook.id, type }),
    deliver: (delivery) => deliver(sender, delivery),
  })
  const stopFanOut = startFanOut(queue, options)
  worker.start()
  return {
    async stop() {
      await Promise.all([worker.stop(), stopFanOut()])
      sender.close()
    },
  }
}

async function deliver(sender: WebhookSender, delivery: ClaimedWebhookDelivery) {
  const event = presentSent({ ...delivery, webhookId: delivery.webhook.id })
  const unsent = { durationMs: 0, isGone: false }
  if (!event) return { failure: { error: 'expired', permanent: true }, report: unsent }
  const { secrets } = delivery
  if (secrets instanceof Error) return { failure: { error: 'secret unreadable', permanent: false }, report: unsent }
  if (secrets.length === 0) return { failure: { error: 'sealing key removed', permanent: false }, report: unsent }
  const body = JSON.stringify(event)
  const headers = signWebhook(event.id, Math.floor(Date.now() / 1000), body, secrets)
  const { error, retryAfterSeconds = 0, ...response } = await sender.post(delivery.webhook.url, headers, body)
  const isGone = response.status === GONE
  const report: WebhookReport = { ...response, isGone }
  if (error === undefined) return { report }
  return { failure: { error, permanent: isGone, minRetrySeconds: retryAfterSeconds }, report }
}

function startFanOut(
  queue: WebhookQueue,
  { logger, pollMilliseconds = 1000 }: Pick<WebhookWorkerOptions, 'logger' | 'pollMilliseconds'>,
) {
  const fanOutAll = async (signal: AbortSignal) => {
    for (let added = 1; added > 0 && !signal.aborted;) added = await queue.fanOut()
  }
  const warn = (error: unknown) => logger.warn({ reason: errorCode(error) }, 'events not queued for webhooks')
  return repeat((signal) => fanOutAll(signal).catch(warn), pollMilliseconds)
}
