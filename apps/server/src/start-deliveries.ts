import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { createMailTransport } from './mail/create-mail-transport.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { warnIfUnusable } from './mail/warn-if-unusable.ts'
import type { Settings } from './settings/settings.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { startWebhookWorker } from './webhooks/webhook-worker.ts'
import type { Observation } from './wire-service.ts'

/** Timeout for deliveries in flight, the same as for requests. Another instance repeats deliveries that take longer. */
const STOP_TIMEOUT_MS = 5_000

export interface Deliveries {
  stop(): Promise<void>
}

/** Starts sending mails and webhooks. With `OUTGOING=off`, all of them wait. */
export function startDeliveries(
  settings: Settings,
  database: Pick<Database, 'mailQueue' | 'webhookQueue' | 'transact'>,
  logger: Logger,
  observation: Observation,
): Deliveries {
  if (!settings.isOutgoingEnabled) {
    logger.warn('OUTGOING=off: no mail and no webhook leaves, all of them wait')
    return { stop: () => Promise.resolve() }
  }
  const mail = startMail(settings, database, logger, observation)
  const webhooks = startWebhookWorker({
    queue: database.webhookQueue,
    transact: database.transact,
    sender: new WebhookSender(settings.webhooks),
    version: settings.version,
    logger,
    onAttempt: observation.metrics.countWebhookAttempt,
  })
  return {
    async stop() {
      await Promise.all([mail.stop(), withStopTimeout(webhooks.stop())])
    },
  }
}

function startMail(
  settings: Settings,
  { mailQueue }: Pick<Database, 'mailQueue'>,
  logger: Logger,
  { metrics, tracing }: Observation,
): Deliveries {
  const mails = createMailTransport(settings)
  void warnIfUnusable(mails, logger)
  const transport = tracing?.traceMails(mails) ?? mails
  const worker = createMailWorker({ queue: mailQueue, transport, logger, onAttempt: metrics.countMailAttempt })
  worker.start()
  return {
    async stop() {
      await withStopTimeout(worker.stop())
      transport.close()
    },
  }
}

const withStopTimeout = (stopped: Promise<void>) =>
  Promise.race([stopped, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
