import {
  type ClaimedMail,
  MAIL_SCHEDULE,
  type DeliveryOutcome,
  type DeliveryQueue,
  type QueueState,
} from '@partner-accounts/core'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'

export interface QueuedMail {
  mail: OutgoingMail
  partnerId: string | null
  status: 'queued' | 'sent' | 'failed'
  attempts: number
  errors: string[]
  /** The delay in seconds after each failed attempt; `undefined` if no attempt follows. */
  retryDelays: (number | undefined)[]
  dueAt: number
}

/** An in-memory queue. Its clock can be advanced. Partners with fewer mails in flight precede others. */
export class MemoryMailQueue implements DeliveryQueue<ClaimedMail> {
  readonly rows: QueuedMail[] = []
  /** While set, every call rejects with this error. */
  error: Error | undefined
  calls = 0
  #aheadMs = 0
  #previous: readonly ClaimedMail[] = []

  add(...mails: OutgoingMail[]): void {
    this.addOf(null, ...mails)
  }

  addOf(partnerId: string | null, ...mails: OutgoingMail[]): void {
    for (const mail of mails) {
      const dueAt = this.#now() + MAIL_SCHEDULE[mail.content.kind].delaySeconds * 1000
      this.rows.push({ mail, partnerId, status: 'queued', attempts: 0, errors: [], retryDelays: [], dueAt })
    }
  }

  elapse(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }

  async claim(limit: number, claimSeconds: number, inFlight: Iterable<ClaimedMail> = []): Promise<ClaimedMail[]> {
    await this.#failIfUnreachable()
    const due = this.rows.filter(({ status, dueAt }) => status === 'queued' && dueAt <= this.#now())
    const priority = ({ mail }: QueuedMail) => MAIL_SCHEDULE[mail.content.kind].priority
    due.sort((one, other) => priority(one) - priority(other) || one.dueAt - other.dueAt)
    const ranks = this.#ranksOf(due, [...inFlight])
    const sorted = due.toSorted((one, other) => priority(one) - priority(other) || ranks.get(one)! - ranks.get(other)!)
    const claimed = sorted.slice(0, limit).map((row) => {
      row.dueAt = this.#now() + claimSeconds * 1000
      row.attempts++
      return { ...row.mail, kind: row.mail.content.kind, partnerId: row.partnerId, attempts: row.attempts }
    })
    this.#previous = claimed
    return claimed
  }

  /** Returns the number of the partner's mails before each mail. Without mails in flight, the previous claim counts. */
  #ranksOf(sorted: readonly QueuedMail[], inFlight: readonly ClaimedMail[]): Map<QueuedMail, number> {
    const counts = new Map<string | null, number>()
    const count = (partnerId: string | null) => {
      const before = counts.get(partnerId) ?? 0
      counts.set(partnerId, before + 1)
      return before
    }
    for (const { partnerId } of inFlight.length > 0 ? inFlight : this.#previous) count(partnerId)
    return new Map(sorted.map((row) => [row, count(row.partnerId)]))
  }

  async record(outcomes: readonly DeliveryOutcome<ClaimedMail>[]): Promise<void> {
    await this.#failIfUnreachable()
    for (const { delivery, failure } of outcomes) {
      const row = this.#findClaimed(delivery)
      if (row === undefined) continue
      if (failure === undefined) {
        row.status = 'sent'
        continue
      }
      row.errors.push(failure.error)
      row.retryDelays.push(failure.retryInSeconds)
      if (failure.retryInSeconds === undefined) row.status = 'failed'
      else row.dueAt = this.#now() + failure.retryInSeconds * 1000
    }
  }

  async state(countTo: number): Promise<QueueState> {
    await this.#failIfUnreachable()
    const queued = this.rows.filter(({ status }) => status === 'queued')
    const failed = this.rows.filter(({ status }) => status === 'failed')
    const now = this.#now()
    const deferred = queued.filter(({ errors, dueAt }) => errors.length > 0 && dueAt > now)
    const firstDue = Math.min(now, ...queued.map(({ dueAt }) => dueAt))
    return {
      queued: Math.min(countTo, queued.length),
      deferred: Math.min(countTo, deferred.length),
      failed: Math.min(countTo, failed.length),
      overdueSeconds: (now - firstDue) / 1000,
    }
  }

  #findClaimed({ id, attempts }: ClaimedMail): QueuedMail | undefined {
    return this.rows.find((row) => row.mail.id === id && row.attempts === attempts && row.status === 'queued')
  }

  /** Counts the call, and rejects while `error` is set. */
  async #failIfUnreachable(): Promise<void> {
    this.calls++
    await Promise.resolve()
    if (this.error) throw this.error
  }

  #now(): number {
    return performance.now() + this.#aheadMs
  }
}
