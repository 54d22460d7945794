import type { IncomingHttpHeaders } from 'node:http'
import type { ClaimedWebhookDelivery } from '@partner-accounts/core'
import type { WebhookQueue } from '@partner-accounts/db'
import { startHttpServer } from '@partner-accounts/local-servers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'
import { startWebhookWorker } from '../../src/webhooks/webhook-worker.ts'
import { captureLog } from '../mail/log-capture.ts'

const SECRET = `whsec_${Buffer.from('a secret of an endpoint').toString('base64')}`

/** Returns the fields of an endpoint that the worker reads. */
const webhookAt = (url: string) => ({ id: 'w1', url, partnerId: 'p1' }) as ClaimedWebhookDelivery['webhook']

const testDelivery = (changes: Partial<ClaimedWebhookDelivery> = {}): ClaimedWebhookDelivery => ({
  id: 'd1',
  partnerId: 'p1',
  attempts: 1,
  mode: 'live',
  webhook: webhookAt('http://127.0.0.1:1/'),
  secrets: [SECRET],
  eventId: 'e1',
  type: 'webhook.test',
  createdAt: new Date('2026-11-21T12:00:00Z'),
  event: undefined,
  ...changes,
})

/** Starts a worker on a queue with these deliveries. Returns what it recorded and logged. */
function startWorker(
  deliveries: ClaimedWebhookDelivery[],
  options: { fanOut?: () => Promise<number>; pollMilliseconds?: number } = {},
) {
  const { fanOut = () => Promise.resolve(0), pollMilliseconds = 5 } = options
  const { logger, lines } = captureLog()
  const waiting = [...deliveries]
  const recorded: { failure?: unknown; report?: unknown }[] = []
  const queue = {
    claim: () => Promise.resolve(waiting.splice(0)),
    record: (outcomes: typeof recorded) => {
      recorded.push(...outcomes)
      return Promise.resolve([])
    },
    fanOut,
  } as unknown as WebhookQueue
  const worker = startWebhookWorker({
    queue,
    transact: () => Promise.reject(new Error('unused')),
    sender: new WebhookSender({ ports: [443], allowLoopback: true }),
    version: '1.2.3 (beta)',
    logger,
    pollMilliseconds,
  })
  onTestFinished(() => worker.stop())
  const untilRecorded = () => expect.poll(() => recorded).toHaveLength(1)
  return { recorded, lines, untilRecorded }
}

it.each([
  [
    'whose event has expired',
    { type: 'account.created', event: undefined },
    'expired',
    { retryInSeconds: undefined, isUncounted: false },
  ],
  [
    'whose secret is unreadable',
    { secrets: new Error('broken') },
    'secret unreadable',
    { retryInSeconds: 300, isUncounted: true },
  ],
  ['whose sealing key was removed', { secrets: [] }, 'sealing key removed', { retryInSeconds: 300, isUncounted: true }],
] as const)('a delivery %s is not sent', async (_case, changes, error, failure) => {
  const delivery = testDelivery(changes)
  const { recorded, lines, untilRecorded } = startWorker([delivery])
  await untilRecorded()
  expect(recorded[0]).toMatchObject({
    failure: { ...failure, error },
    report: { durationMs: 0, isGone: false, isInternal: true },
  })
  expect(lines).toMatchObject([{ deliveryId: 'd1', webhookId: 'w1', type: delivery.type, error }])
})

it.each([
  ['live', undefined],
  ['test', 'test'],
] as const)(
  'a request of a partner in %s mode has X-Mode %s, a signature and the version of the service',
  async (mode, header) => {
    const received: IncomingHttpHeaders[] = []
    const receiver = await startHttpServer((request, response) => {
      received.push(request.headers)
      request.resume()
      response.writeHead(410).end('gone')
    })
    onTestFinished(() => receiver.stop())
    const webhook = webhookAt(`${receiver.origin}/`)
    const { recorded, untilRecorded } = startWorker([testDelivery({ mode, webhook })])
    await untilRecorded()
    expect(received[0]).toMatchObject({
      'user-agent': 'PartnerAccounts-Webhooks/1.2.3--beta-',
      'webhook-id': 'e1',
      'webhook-signature': expect.stringMatching(/^v1,/) as string,
    })
    expect(received[0]!['x-mode']).toBe(header)
    expect(recorded[0]).toMatchObject({
      failure: { error: 'HTTP 410', retryInSeconds: expect.any(Number) as number },
      report: { status: 410, isGone: true, isInternal: false },
    })
  },
)

it('events are queued without a pause until none is left', async () => {
  const queuedEvents = [2, 1, 0]
  startWorker([], { fanOut: () => Promise.resolve(queuedEvents.shift()!), pollMilliseconds: 600_000 })
  await expect.poll(() => queuedEvents).toEqual([])
})

it('a failure to queue events is logged, and retried at the next poll', async () => {
  const fanOut = vi.fn(() => Promise.resolve(0))
  fanOut.mockRejectedValueOnce(Object.assign(new Error('secret'), { code: 'ECONNRESET' }))
  const { lines } = startWorker([], { fanOut })
  await expect.poll(() => fanOut.mock.calls.length).toBeGreaterThan(1)
  expect(lines).toEqual([{ level: 40, reason: 'ECONNRESET', msg: 'events not queued for webhooks' }])
})
