import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { CLAIM_SECONDS, type Claimed, type DeliveryOutcome, type DeliveryQueue } from '@partner-accounts/core'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

/**
 * The worker claims as many deliveries as it finishes in this time at its current rate. Short, because claimed deliveries
 * wait for a minute if the process dies.
 */
const CLAIM_AHEAD_SECONDS = 0.2
/** Maximum number of claimed deliveries, unless the concurrency is higher. */
const MAX_CLAIMED = 200

/** A delivery that has `failed` is sent again only if an operator or the partner requests it. */
export type AttemptOutcome = 'sent' | 'deferred' | 'failed'

export interface Attempt<Report> {
  /** Absent after success. */
  failure?: {
    error: string
    /** The error for the log, if `error` may contain a secret. */
    loggedError?: string
    isPermanent: boolean
    minRetrySeconds?: number
    /** Set if nothing was sent. The attempt then does not count, so the delivery never fails because of it. */
    isUncounted?: boolean
  }
  report: Report
}

/**
 * Properties of a failure that an operator has to mend, for example by adding a removed sealing key: retries are not urgent,
 * and the attempt does not count.
 */
export const AWAITS_OPERATOR = { isPermanent: false, isUncounted: true, minRetrySeconds: 300 }

export interface DeliveryWorkerOptions<Delivery extends Claimed, Report> {
  /** Names the deliveries in logs. */
  name: string
  queue: DeliveryQueue<Delivery, Report>
  concurrency: number
  /** Never rejects. */
  deliver: (delivery: Delivery) => Promise<Attempt<Report>>
  /** Delays between attempts, in seconds. If the attempt after the last delay fails, the delivery has failed. */
  retryDelays: readonly number[]
  /** What logs contain about a delivery. */
  factsOf: (delivery: Delivery) => object
  logger: Logger
  onAttempt?: ((delivery: Delivery, outcome: AttemptOutcome) => void) | undefined
  pollMilliseconds?: number | undefined
}

interface Unrecorded<Delivery extends Claimed, Report> {
  outcome: DeliveryOutcome<Delivery, Report>
  claimEndsAt: number
  done: () => void
}

/** Delivers what is due in a queue. Any number of workers may share the queue. */
export class DeliveryWorker<Delivery extends Claimed, Report = undefined> {
  readonly #options: DeliveryWorkerOptions<Delivery, Report>
  readonly #pollMilliseconds: number
  /** Deliveries that are claimed and whose outcome is not recorded yet. */
  readonly #inFlight = new Map<Delivery, Promise<void>>()
  readonly #limit: LimitFunction
  /** Attempted deliveries since the last claim whose outcome was recorded or abandoned. */
  #finished = 0
  #wake = () => {}
  #unrecorded: Unrecorded<Delivery, Report>[] = []
  #isRecording = false
  #work: Promise<void> | undefined
  readonly #stop = new AbortController()
  #isQueueUnreachable = false

  constructor(options: DeliveryWorkerOptions<Delivery, Report>) {
    this.#options = options
    this.#limit = pLimit(options.concurrency)
    this.#pollMilliseconds = options.pollMilliseconds ?? 1000
    // Permits any number of listeners. Each pause keeps its listener for the whole interval, even if a finished delivery
    // has already woken the worker.
    setMaxListeners(0, this.#stop.signal)
  }

  start(): void {
    this.#work ??= this.#deliverUntilStopped()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#work
  }

  async #deliverUntilStopped(): Promise<void> {
    const { concurrency } = this.#options
    let lastClaimAt = performance.now()
    while (!this.#stop.signal.aborted) {
      const now = performance.now()
      const finishedPerSecond = (this.#finished / Math.max(1, now - lastClaimAt)) * 1000
      const claimedAhead = Math.min(MAX_CLAIMED, Math.round(finishedPerSecond * CLAIM_AHEAD_SECONDS))
      const capacity = Math.max(concurrency, claimedAhead)
      lastClaimAt = now
      this.#finished = 0
      const claimed = await this.#claim(Math.max(1, capacity - this.#inFlight.size))
      for (const delivery of claimed) {
        this.#inFlight.set(
          delivery,
          this.#deliver(delivery).finally(() => {
            this.#inFlight.delete(delivery)
            this.#wake()
          }),
        )
      }
      // The queue limits deliveries in flight, so others may be claimable as soon as one finishes. That ends the pause, and
      // there is none if one has finished during the claim.
      if (claimed.length === 0 && this.#finished === 0) await Promise.race([this.#pause(), this.#waitUntilFinished()])
      // Waits until fewer than `concurrency` are in flight, or half of the capacity is free, so that a claim takes several.
      while (this.#inFlight.size >= Math.max(concurrency, capacity / 2)) await this.#waitUntilFinished()
    }
    await Promise.all(this.#inFlight.values())
  }

  /** Resolves when the next delivery is recorded. */
  #waitUntilFinished(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async #claim(limit: number): Promise<Delivery[]> {
    try {
      const claimed = await this.#options.queue.claim(limit, CLAIM_SECONDS, this.#inFlight.keys())
      this.#noteQueueReachable()
      return claimed
    } catch (error) {
      this.#noteQueueUnreachable(error)
      return []
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { deliver, retryDelays, logger, name, onAttempt } = this.#options
    const claimEndsAt = performance.now() + CLAIM_SECONDS * 1000
    const facts = this.#factsOf(delivery)
    const isHalfOfClaimOver = () => performance.now() > claimEndsAt - (CLAIM_SECONDS * 1000) / 2
    const attempt = await this.#limit(() => (isHalfOfClaimOver() ? undefined : deliver(delivery)))
    // Nothing was sent, because the claim could have expired during the attempt. A worker claims the delivery again later.
    if (!attempt) return
    const { failure, report } = attempt
    if (!failure) {
      logger.info({ ...facts, outcome: 'sent' }, `${name} sent`)
      onAttempt?.(delivery, 'sent')
      return this.#record({ delivery, report }, claimEndsAt)
    }
    const { error, loggedError = error, isPermanent, minRetrySeconds = 0, isUncounted = false } = failure
    // After an attempt that does not count, the delay is that of the first attempt.
    const attempts = isUncounted ? 1 : delivery.attempts
    const delay = isPermanent ? undefined : retryDelaySeconds(retryDelays, attempts)
    const retryInSeconds = delay === undefined ? undefined : Math.max(delay, minRetrySeconds)
    if (retryInSeconds === undefined)
      logger.error({ ...facts, outcome: 'failed', error: loggedError }, `${name} failed permanently`)
    else logger.warn({ ...facts, outcome: 'deferred', error: loggedError, retryInSeconds }, `${name} deferred`)
    onAttempt?.(delivery, retryInSeconds === undefined ? 'failed' : 'deferred')
    return this.#record({ delivery, failure: { error, retryInSeconds, isUncounted }, report }, claimEndsAt)
  }

  /** Outcomes that arrive while others are being recorded share the next statement. */
  async #record(outcome: DeliveryOutcome<Delivery, Report>, claimEndsAt: number): Promise<void> {
    await new Promise<void>((done) => {
      this.#unrecorded.push({ outcome, claimEndsAt, done })
      if (!this.#isRecording) void this.#recordAll()
    })
    this.#finished += 1
  }

  /** Retries while the claims last: a delivery without a recorded outcome is repeated. */
  async #recordAll(): Promise<void> {
    this.#isRecording = true
    while (this.#unrecorded.length > 0) {
      const batch = this.#unrecorded
      this.#unrecorded = []
      try {
        await this.#options.queue.record(batch.map(({ outcome }) => outcome))
        this.#noteQueueReachable()
        for (const { done } of batch) done()
        continue
      } catch (error) {
        this.#noteQueueUnreachable(error)
      }
      for (const entry of batch) {
        if (this.#stop.signal.aborted || performance.now() >= entry.claimEndsAt) this.#abandon(entry)
        else this.#unrecorded.push(entry)
      }
      await this.#pause()
    }
    this.#isRecording = false
  }

  #abandon({ outcome: { delivery }, done }: Unrecorded<Delivery, Report>): void {
    const { logger, name } = this.#options
    logger.warn(this.#factsOf(delivery), `${name} outcome not recorded: it will be delivered again`)
    done()
  }

  #factsOf(delivery: Delivery): object {
    const { partnerId, attempts } = delivery
    return { ...this.#options.factsOf(delivery), partnerId: partnerId ?? undefined, attempt: attempts }
  }

  async #pause(): Promise<void> {
    await wait(this.#pollMilliseconds, undefined, { ref: false, signal: this.#stop.signal }).catch(() => undefined)
  }

  #noteQueueUnreachable(error: unknown): void {
    // Logs only the first error, and only its code, because the message may quote the row.
    if (!this.#isQueueUnreachable)
      this.#options.logger.error({ error: errorCode(error) }, `${this.#options.name} queue unreachable, trying again`)
    this.#isQueueUnreachable = true
  }

  #noteQueueReachable(): void {
    if (this.#isQueueUnreachable) this.#options.logger.info(`${this.#options.name} queue reachable again`)
    this.#isQueueUnreachable = false
  }
}

/** Spreads retries of deliveries that failed together. */
const JITTER = 0.2

export function retryDelaySeconds(
  delays: readonly number[],
  attempts: number,
  random: () => number = Math.random,
): number | undefined {
  const delay = delays[Math.max(attempts, 1) - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
}
