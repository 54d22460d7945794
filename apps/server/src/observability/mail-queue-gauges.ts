import { setTimeout as wait } from 'node:timers/promises'
import type { MailDeliveries, MailQueueState } from '@partner-accounts/core'
import { Gauge, type Registry } from 'prom-client'

export type ReadMailQueue = MailDeliveries['state']

/** More than an operator needs to tell apart. */
const COUNT_TO = 10_000
/** A scrape waits no longer for the database: what else it asks for matters more then. */
const READ_WITHIN_MS = 500

/** What waits in the outbox, of all instances together. Without a database there are no samples, and no lies. */
export function addMailQueueGauges(registry: Registry, read: ReadMailQueue): void {
  const registers = [registry]
  const readOnce = oneAtATime(() => read(COUNT_TO))
  const readInTime = () => Promise.race([readOnce(), wait(READ_WITHIN_MS, undefined, { ref: false })])
  new Gauge({
    name: 'mail_queue_mails',
    help: `Mails that are queued, and those that have failed for good, counted to ${COUNT_TO} at most.`,
    labelNames: ['state'],
    registers,
    async collect() {
      const state = await readInTime()
      this.reset()
      if (!state) return
      this.set({ state: 'queued' }, state.queued)
      this.set({ state: 'failed' }, state.failed)
    },
  })
  new Gauge({
    name: 'mail_queue_overdue_seconds',
    help: 'How long the mail that is due longest has waited; 0 when none is due.',
    registers,
    async collect() {
      const state = await readInTime()
      if (state) this.set(state.overdueSeconds)
      else this.remove()
    },
  })
}

/** Whoever asks meanwhile gets the same answer: a scrape reads once, and those that wait for a database wait together. */
function oneAtATime(read: () => Promise<MailQueueState>): () => Promise<MailQueueState | undefined> {
  let underWay: Promise<MailQueueState | undefined> | undefined
  return () =>
    (underWay ??= read()
      .catch(() => undefined)
      .finally(() => (underWay = undefined)))
}
