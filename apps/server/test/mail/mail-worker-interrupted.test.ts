import { describe, expect, it, vi } from 'vitest'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { RECIPIENT, sampleMail } from './sample-mails.ts'
import { pause, sampleMails, TestWorkers, until, WITHOUT_POLLING } from './test-workers.ts'

const workers = new TestWorkers()

describe('MailWorker.stop', () => {
  it('finishes the delivery in progress and starts no further delivery', async () => {
    workers.queue.add(...sampleMails(2))
    const { started, release } = workers.holdDeliveries()
    const worker = workers.start()
    await started
    let isStopped = false
    const stop = async () => {
      await worker.stop()
      isStopped = true
    }
    const stopping = stop()
    await pause(30)
    expect(isStopped).toBe(false)
    release()
    await stopping
    expect(workers.statuses).toEqual(['sent', 'queued'])
    await pause(30)
    expect(workers.transport.sent).toHaveLength(1)
  })

  it('finishes all concurrent deliveries in progress', async () => {
    workers.queue.add(...sampleMails(4))
    workers.transport.concurrency = 3
    const { release } = workers.holdDeliveries()
    const worker = workers.start()
    await until(() => expect(workers.transport.inFlight).toBe(3))
    const stopping = worker.stop()
    release()
    await stopping
    expect(workers.statuses).toEqual(['sent', 'sent', 'sent', 'queued'])
  })

  it('resolves immediately when the worker is idle or was never started', async () => {
    const worker = workers.start(WITHOUT_POLLING)
    await until(() => expect(workers.queue.calls).toBe(1))
    await worker.stop()
    await createMailWorker({
      queue: workers.queue,
      transport: workers.transport,
      logger: workers.log.logger,
    }).stop()
  })

  it('does not wait for an unreachable queue', async () => {
    workers.queue.add(sampleMail())
    const { started, release } = workers.holdDeliveries()
    const worker = workers.start(WITHOUT_POLLING)
    await started
    workers.queue.error = new Error('unreachable')
    release()
    await until(() => expect(workers.transport.sent).toHaveLength(1))
    await worker.stop()
    expect(workers.log.lines.at(-1)).toMatchObject({ msg: 'mail outcome not recorded: it will be delivered again' })
  })
})

describe('MailWorker with an unreachable queue', () => {
  const unreachable = () => Object.assign(new Error(`query with ${RECIPIENT} failed`), { code: 'P1001' })

  it('logs the error once, keeps polling, and delivers when the queue is reachable again', async () => {
    workers.queue.error = unreachable()
    workers.queue.add(sampleMail())
    workers.start()
    await workers.untilPolled(10)
    expect(workers.log.lines).toEqual([{ level: 50, error: 'P1001', msg: 'mail queue unreachable, trying again' }])
    workers.queue.error = undefined
    await workers.untilSent()
    expect(workers.log.lines.map(({ msg }) => msg).slice(1)).toEqual(['mail queue reachable again', 'mail sent'])
  })

  it('does not deliver a mail twice when its outcome could not be recorded at first', async () => {
    workers.queue.add(sampleMail())
    const { started, release } = workers.holdDeliveries()
    workers.start()
    await started
    workers.queue.error = unreachable()
    release()
    await workers.untilPolled(10)
    workers.queue.error = undefined
    await workers.untilSent()
    // Longer than the claim of a minute.
    workers.queue.elapse(120)
    await workers.untilPolled(5)
    expect(workers.row).toMatchObject({ status: 'sent', attempts: 1 })
    expect(workers.transport.sent).toHaveLength(1)
  })

  it('delivers other mails once the claim of a mail whose outcome cannot be recorded has expired', async () => {
    const now = performance.now.bind(performance)
    let aheadMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
    const [stuck, other] = sampleMails(2) as [OutgoingMail, OutgoingMail]
    workers.queue.add(stuck, other)
    const recordInQueue = workers.queue.record.bind(workers.queue)
    const record = vi.spyOn(workers.queue, 'record')
    record.mockImplementation((outcomes) =>
      outcomes.some(({ delivery }) => delivery.id === stuck.id)
        ? Promise.reject(unreachable())
        : recordInQueue(outcomes),
    )
    workers.start()
    await until(() => expect(record.mock.calls.length).toBeGreaterThan(5))
    expect(workers.transport.sent).toEqual([stuck.id])
    // The claim of a minute has expired.
    aheadMs = 61_000
    await until(() => expect(workers.statuses).toEqual(['queued', 'sent']))
  })
})
