import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'
import { startWebhookWorker } from '../../src/webhooks/webhook-worker.ts'
import type { TestService } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'

/** Starts a worker that polls every 20 ms and may deliver to receivers on this machine. */
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
