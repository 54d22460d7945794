import { presentDelivery } from '@partner-accounts/api'
import { type ClaimedWebhookDelivery, disableWebhook, type Transact, type WebhookReport } from '@partner-accounts/core'
import type { WebhookQueue } from '@partner-accounts/db'
import { repeat } from '../background/repeat.ts'
import { errorCode } from '../logging/error-code.ts'
import {
  type Attempt,
  AWAITS_OPERATOR,
  DeliveryWorker,
  type DeliveryWorkerOptions,
} from '../background/delivery-worker.ts'
import { signWebhook, type WebhookSender } from './webhook-sender.ts'

const CONCURRENCY = 256
const MINUTE = 60
const HOUR = 60 * MINUTE

/** Delays in seconds, together about three days. */
export const WEBHOOK_RETRY_DELAYS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

const GONE = 410

export interface WebhookWorkerOptions extends Pick<
  DeliveryWorkerOptions<ClaimedWebhookDelivery, WebhookReport>,
  'onAttempt' | 'pollMilliseconds' | 'logger'
> {
  queue: WebhookQueue
  transact: Transact
  sender: WebhookSender
  /** The service's version, for `User-Agent`. */
  version: string
}

/** Starts delivering. Logs contain ids, never a URL, which may contain a secret. */
export function startWebhookWorker(workerOptions: WebhookWorkerOptions): { stop: () => Promise<void> } {
  const { queue, transact, sender, version, ...options } = workerOptions
  const userAgent = webhookUserAgent(version)
  const worker = new DeliveryWorker<ClaimedWebhookDelivery, WebhookReport>({
    ...options,
    name: 'webhook',
    queue: {
      ...queue,
      async record(outcomes) {
        const endpointsToDisable = await queue.record(outcomes)
        for (const endpoint of endpointsToDisable) await disableWebhook({ transact }, endpoint)
      },
    },
    concurrency: CONCURRENCY,
    retryDelays: WEBHOOK_RETRY_DELAYS,
    factsOf: ({ id, webhook, type }) => ({ deliveryId: id, webhookId: webhook.id, type }),
    deliver: (delivery) => deliver(sender, userAgent, delivery),
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

/** Firewalls reject requests without a `User-Agent`. Characters that are invalid in its version become hyphens. */
const webhookUserAgent = (version: string) => `PartnerAccounts-Webhooks/${version.replaceAll(/[^\w.+-]/g, '-')}`

async function deliver(
  sender: WebhookSender,
  userAgent: string,
  delivery: ClaimedWebhookDelivery,
): Promise<Attempt<WebhookReport>> {
  const event = presentDelivery({ ...delivery, webhookId: delivery.webhook.id })
  const unsent: WebhookReport = { durationMs: 0, isGone: false, isInternal: true }
  if (!event) return { failure: { error: 'expired', isPermanent: true }, report: unsent }
  const { secrets } = delivery
  if (secrets instanceof Error) return { failure: { error: 'secret unreadable', ...AWAITS_OPERATOR }, report: unsent }
  if (secrets.length === 0) return { failure: { error: 'sealing key removed', ...AWAITS_OPERATOR }, report: unsent }
  const body = JSON.stringify(event)
  const headers = {
    ...signWebhook(event.id, Math.floor(Date.now() / 1000), body, secrets),
    'user-agent': userAgent,
    ...(delivery.mode === 'test' && { 'x-mode': 'test' }),
  }
  const {
    error,
    retryAfterSeconds = 0,
    isInternal = false,
    ...response
  } = await sender.post(delivery.webhook, headers, body)
  const isGone = response.status === GONE
  const report: WebhookReport = { ...response, isGone, isInternal }
  if (error === undefined) return { report }
  // The target of a redirect may contain the secret of the URL.
  const loggedError = error.replace(/, redirects to .*/, '')
  // A 410 disables the endpoint. The delivery has not failed permanently: it waits until the endpoint is resumed.
  return { failure: { error, loggedError, isPermanent: false, minRetrySeconds: retryAfterSeconds }, report }
}

function startFanOut(
  queue: WebhookQueue,
  { logger, pollMilliseconds = 1000 }: Pick<WebhookWorkerOptions, 'logger' | 'pollMilliseconds'>,
) {
  const fanOutAll = async (signal: AbortSignal) => {
    let added: number
    do {
      added = await queue.fanOut()
    } while (added > 0 && !signal.aborted)
  }
  const warn = (error: unknown) => logger.warn({ reason: errorCode(error) }, 'events not queued for webhooks')
  return repeat((signal) => fanOutAll(signal).catch(warn), pollMilliseconds)
}
