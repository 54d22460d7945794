import { describe, expect, it, vi } from 'vitest'
import { DeliveryError } from '../../src/mail/delivery-error.ts'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'
import { RECIPIENT, sampleMail, TOKEN } from './sample-mails.ts'
import { pause, sampleMails, TestWorkers, until, WITHOUT_POLLING } from './test-workers.ts'

const workers = new TestWorkers()

describe('MailWorker', () => {
  it('delivers mails queued before its start, one after the other', async () => {
    const mails = sampleMails(3)
    workers.queue.add(...mails)
    workers.transport.onSend = () => pause(5)
    workers.start(WITHOUT_POLLING)
    await workers.untilSent(3)
    expect(workers.transport.sent).toEqual(mails.map(({ id }) => id))
    expect(workers.transport.maxInFlight).toBe(1)
  })

  it('delivers as many mails concurrently as the transport can, and claims another one when a delivery ends', async () => {
    const mails = sampleMails(6)
    workers.queue.add(...mails)
    workers.transport.concurrency = 3
    const releases: (() => void)[] = []
    workers.transport.onSend = () => new Promise((resolve) => releases.push(resolve))
    workers.start(WITHOUT_POLLING)
    await until(() => expect(releases).toHaveLength(3))
    await pause(20)
    expect(workers.queue.rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0, 0, 0])
    releases[1]!()
    await until(() => expect(releases).toHaveLength(4))
    expect(workers.statuses).toEqual(['queued', 'sent', 'queued', 'queued', 'queued', 'queued'])
    expect(workers.transport.maxInFlight).toBe(3)
    workers.transport.onSend = () => Promise.resolve()
    for (const release of releases) release()
    await workers.untilSent(6)
  })

  it('delivers a mail of another partner while the mails of one hang', async () => {
    const hanging = sampleMails(100)
    const other = sampleMail()
    workers.queue.addOf('busy', ...hanging)
    workers.queue.addOf('other', other)
    workers.transport.concurrency = 4
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    workers.transport.onSend = ({ id }) => (id === other.id ? Promise.resolve() : released)
    workers.start(WITHOUT_POLLING)
    await until(() => expect(workers.transport.sent).toEqual([other.id]))
    // All places are used as long as nothing else is due.
    await until(() => expect(workers.transport.inFlight).toBe(4))
    release()
    await workers.untilSent(101)
  })

  it('polls the queue every second', async () => {
    const polledAt: number[] = []
    const claim = workers.queue.claim.bind(workers.queue)
    vi.spyOn(workers.queue, 'claim').mockImplementation(async (limit, seconds) => {
      const mails = await claim(limit, seconds)
      polledAt.push(performance.now())
      return mails
    })
    workers.start({})
    await until(() => expect(polledAt).toHaveLength(1))
    workers.queue.add(sampleMail())
    await workers.untilSent()
    // A timer may fire slightly early.
    expect(polledAt[1]! - polledAt[0]!).toBeGreaterThan(990)
  })

  it('retries with growing delays, and marks the mail as failed after ten attempts', async () => {
    // Delays vary randomly around the expected values, which 0.5 leaves unchanged.
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    workers.queue.add(sampleMail())
    workers.transport.onSend = () => Promise.reject(new DeliveryError('SMTP 451 4.7.1 at RCPT TO', false))
    workers.start()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(() => expect(workers.row.retryDelays).toHaveLength(attempt))
      // The tenth attempt has no delay, and no attempt follows, however long the worker runs.
      workers.queue.elapse(workers.row.retryDelays.at(-1) ?? 1_000_000)
    }
    await workers.untilPolled(5)
    expect(workers.row).toMatchObject({ status: 'failed', attempts: 10 })
    expect(workers.row.errors).toEqual(Array(10).fill('SMTP 451 4.7.1 at RCPT TO'))
    expect(workers.row.retryDelays).toEqual([5, 30, 120, 600, 3600, 21_600, 43_200, 86_400, 86_400, undefined])
  })

  it('marks a mail as failed immediately after a permanent rejection', async () => {
    workers.queue.add(sampleMail())
    workers.transport.onSend = () => Promise.reject(new DeliveryError('SMTP 550 5.1.1 at RCPT TO', true))
    workers.start()
    await until(() => expect(workers.row.status).toBe('failed'))
    expect(workers.row).toMatchObject({ attempts: 1, errors: ['SMTP 550 5.1.1 at RCPT TO'] })
  })

  it('stores and logs no address, name or token from an error', async () => {
    const message = `no route for ${RECIPIENT}: Ana Souza, ${TOKEN}`
    const errors = [new Error(message), Object.assign(new TypeError(message), { code: message }), message]
    workers.queue.add(...sampleMails(3))
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what a library may do
    workers.transport.onSend = () => Promise.reject(errors.shift())
    workers.start()
    const storedErrors = () => workers.queue.rows.flatMap((queued) => queued.errors)
    await until(() => expect(storedErrors()).toEqual(['Error', 'TypeError', 'unknown']))
    for (const secret of [RECIPIENT, 'Ana', TOKEN, 'Padaria']) expect(workers.log.text()).not.toContain(secret)
  })

  it('logs the id, kind, attempt and outcome of each delivery', async () => {
    const [sent, deferred, failed] = sampleMails(3) as [OutgoingMail, OutgoingMail, OutgoingMail]
    workers.queue.add(sent, deferred, failed)
    workers.transport.onSend = ({ id }) =>
      id === sent.id ? Promise.resolve() : Promise.reject(new DeliveryError('SMTP 451 at DATA', id === failed.id))
    workers.start()
    await until(() => expect(workers.log.lines).toHaveLength(3))
    const expectedFacts = { kind: 'portal-user-invitation', attempt: 1 }
    const failure = { ...expectedFacts, error: 'SMTP 451 at DATA' }
    const retryInSeconds = workers.queue.rows[1]!.retryDelays[0]
    expect(workers.log.lines).toEqual([
      { level: 30, ...expectedFacts, mailId: sent.id, outcome: 'sent', msg: 'mail sent' },
      { level: 40, ...failure, mailId: deferred.id, outcome: 'deferred', retryInSeconds, msg: 'mail deferred' },
      { level: 50, ...failure, mailId: failed.id, outcome: 'failed', msg: 'mail failed permanently' },
    ])
  })
})

describe('Several MailWorkers on one queue', () => {
  it('deliver each mail once', async () => {
    const mails = sampleMails(50)
    workers.queue.add(...mails)
    let sends = 0
    workers.transport.onSend = () => {
      sends += 1
      // The durations vary, so the workers do not deliver in step.
      return pause((sends * 7) % 10)
    }
    workers.start()
    workers.start()
    await workers.untilSent(50)
    expect(workers.transport.sent.toSorted()).toEqual(mails.map(({ id }) => id))
    expect(workers.transport.maxInFlight).toBe(2)
    expect(workers.queue.rows.every(({ attempts }) => attempts === 1)).toBe(true)
  })

  it('deliver a mail of a dead worker after its claim expires', async () => {
    workers.queue.add(sampleMail())
    await workers.queue.claim(1, 60)
    workers.start()
    await workers.untilPolled(5)
    workers.queue.elapse(59)
    await workers.untilPolled(5)
    expect(workers.row.status).toBe('queued')
    workers.queue.elapse(1)
    await workers.untilSent()
    expect(workers.row.attempts).toBe(2)
  })
})
