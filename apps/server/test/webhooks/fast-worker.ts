import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'
import { startWebhookWorker } from '../../src/webhooks/webhook-worker.ts'
import type { TestService } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'

/** Starts a worker that delivers the service's events to receivers of this machine, 20 ms after they occur. */
export function startFastWorker({ database }: TestService): { stop: () => Promise<void> } {
  const { webhookQueue: queue, transact } = database
  return startWebhookWorker({
    queue,
    transact,
    sender: new WebhookSender({ ports: [443], allowLoopback: true, timeoutMs: 1_000 }),
    version: '1.2.3',
    logger: captureLog().logger,
    pollMilliseconds: 20,
  })
}
