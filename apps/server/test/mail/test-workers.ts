import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { MailTransport, OutgoingMail } from '../../src/mail/mail-transport.ts'
import { createMailWorker, type MailWorkerOptions } from '../../src/mail/mail-worker.ts'
import { captureLog } from './log-capture.ts'
import { MemoryMailQueue, type QueuedMail } from './memory-mail-queue.ts'
import { sampleMail } from './sample-mails.ts'

/** Accepts a mail when `onSend` resolves, and rejects it when `onSend` rejects. */
class FakeTransport implements MailTransport {
  concurrency = 1
  readonly sent: string[] = []
  inFlight = 0
  maxInFlight = 0
  onSend: (mail: OutgoingMail) => Promise<void> = () => Promise.resolve()

  async send(mail: OutgoingMail): Promise<void> {
    this.inFlight += 1
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight)
    try {
      await this.onSend(mail)
      this.sent.push(mail.id)
    } finally {
      this.inFlight--
    }
  }

  close(): void {}
}

/** The worker polls only when it starts and after deliveries. */
export const WITHOUT_POLLING = { pollMilliseconds: 3_600_000 }

/**
 * Workers on an in-memory queue that is new for each test. They use real time, because fake timers would affect the
 * whole process.
 */
export class TestWorkers {
  queue = new MemoryMailQueue()
  transport = new FakeTransport()
  log = captureLog()
  #workers: ReturnType<typeof createMailWorker>[] = []

  constructor() {
    beforeEach(() => {
      this.queue = new MemoryMailQueue()
      this.transport = new FakeTransport()
      this.log = captureLog()
      this.#workers = []
    })
    afterEach(async () => {
      this.queue.error = undefined
      this.transport.onSend = () => Promise.resolve()
      await Promise.all(this.#workers.map((worker) => worker.stop()))
      vi.restoreAllMocks()
    })
  }

  start(
    options: Pick<MailWorkerOptions, 'pollMilliseconds'> = { pollMilliseconds: 5 },
  ): ReturnType<typeof createMailWorker> {
    const { queue, transport, log } = this
    const worker = createMailWorker({ queue, transport, logger: log.logger, ...options })
    this.#workers.push(worker)
    worker.start()
    return worker
  }

  /** The first mail of the queue. */
  get row(): QueuedMail {
    return this.queue.rows[0]!
  }

  get statuses(): string[] {
    return this.queue.rows.map(({ status }) => status)
  }

  untilSent(count = 1): Promise<void> {
    return until(() => expect(this.statuses.filter((status) => status === 'sent')).toHaveLength(count))
  }

  /** Resolves after this many further calls of the queue. */
  untilPolled(times: number): Promise<void> {
    const { calls } = this.queue
    return until(() => expect(this.queue.calls).toBeGreaterThanOrEqual(calls + times))
  }

  /** Blocks every delivery until `release` is called. */
  holdDeliveries(): { started: Promise<void>; release: () => void } {
    let begin = () => {}
    let release = () => {}
    const started = new Promise<void>((resolve) => {
      begin = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    this.transport.onSend = () => {
      begin()
      return released
    }
    return { started, release: () => release() }
  }
}

/** Waits. Before an assertion, waits long enough for a wrong worker to do what it must not do. */
export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
export const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 2 })
export const sampleMails = (count: number) => Array.from({ length: count }, () => sampleMail())
