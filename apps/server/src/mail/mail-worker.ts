import type { ClaimedMail, MailDeliveries, MailKind } from '@partner-accounts/core'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'
import { toDeliveryError } from './delivery-error.ts'
import type { MailTransport } from './mail-transport.ts'

/** Twice the timeout of a delivery. */
const CLAIM_SECONDS = 60

/** `failed`: not sent unless an operator retries it. */
export type MailAttemptOutcome = 'sent' | 'deferred' | 'failed'

export interface MailWorkerOptions {
  deliveries: MailDeliveries
  transport: MailTransport
  logger: Logger
  onAttempt?: ((kind: MailKind, outcome: MailAttemptOutcome) => void) | undefined
  pollMilliseconds?: number
}

/** Any number of workers may share a queue. Logs name mails by id, never by content or recipient. */
export class MailWorker {
  readonly #deliveries: MailDeliveries
  readonly #transport: MailTransport
  readonly #logger: Logger
  readonly #onAttempt: NonNullable<MailWorkerOptions['onAttempt']>
  readonly #pollMilliseconds: number
  #work: Promise<void> | undefined
  #stopping = false
  readonly #endPauses = new Set<() => void>()
  #isQueueUnreachable = false

  constructor({ deliveries, transport, logger, onAttempt = () => {}, pollMilliseconds = 1000 }: MailWorkerOptions) {
    this.#deliveries = deliveries
    this.#transport = transport
    this.#logger = logger
    this.#onAttempt = onAttempt
    this.#pollMilliseconds = pollMilliseconds
  }

  start(): void {
    this.#work ??= this.#deliverUntilStopped()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const endPause of this.#endPauses) endPause()
    await this.#work
  }

  async #deliverUntilStopped(): Promise<void> {
    const inProgress = new Set<Promise<void>>()
    while (!this.#stopping) {
      const mail = await this.#claim()
      if (!mail) await this.#pause()
      else {
        const delivery = this.#deliver(mail).finally(() => inProgress.delete(delivery))
        inProgress.add(delivery)
      }
      if (inProgress.size >= this.#transport.concurrency) await Promise.race(inProgress)
    }
    await Promise.all(inProgress)
  }

  async #claim(): Promise<ClaimedMail | undefined> {
    try {
      const mail = await this.#deliveries.claim(CLAIM_SECONDS)
      this.#noteQueueReachable()
      return mail
    } catch (error) {
      this.#noteQueueUnreachable(error)
      return undefined
    }
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const claimEnds = performance.now() + CLAIM_SECONDS * 1000
    const facts = { mailId: mail.id, kind: mail.content.kind, attempt: mail.attempts }
    try {
      await this.#transport.send(mail)
    } catch (thrown) {
      const { message: error, permanent } = toDeliveryError(thrown)
      const retryInSeconds = permanent ? undefined : retryDelaySeconds(mail.attempts)
      if (retryInSeconds === undefined)
        this.#logger.error({ ...facts, outcome: 'failed', error }, 'mail failed permanently')
      else this.#logger.warn({ ...facts, outcome: 'deferred', error, retryInSeconds }, 'mail deferred')
      this.#onAttempt(facts.kind, retryInSeconds === undefined ? 'failed' : 'deferred')
      await this.#record(claimEnds, facts, () => this.#deliveries.markFailed(mail, error, retryInSeconds))
      return
    }
    this.#logger.info({ ...facts, outcome: 'sent' }, 'mail sent')
    this.#onAttempt(facts.kind, 'sent')
    await this.#record(claimEnds, facts, () => this.#deliveries.markSent(mail))
  }

  /** Retries while the claim lasts: a mail without a recorded outcome is delivered again. */
  async #record(claimEnds: number, facts: object, write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await write()
        this.#noteQueueReachable()
        return
      } catch (error) {
        this.#noteQueueUnreachable(error)
      }
      if (this.#stopping || performance.now() >= claimEnds) break
      await this.#pause()
    }
    this.#logger.warn(facts, 'mail outcome not recorded: it will be delivered again')
  }

  async #pause(): Promise<void> {
    if (this.#stopping) return
    await new Promise<void>((resolve) => {
      // The timer does not keep the process alive.
      const timer = setTimeout(() => endPause(), this.#pollMilliseconds).unref()
      const endPause = () => {
        clearTimeout(timer)
        this.#endPauses.delete(endPause)
        resolve()
      }
      this.#endPauses.add(endPause)
    })
  }

  #noteQueueUnreachable(error: unknown): void {
    // Logged once, and only the code: the message may quote the row.
    if (!this.#isQueueUnreachable)
      this.#logger.error({ error: errorCode(error) }, 'mail queue unreachable, trying again')
    this.#isQueueUnreachable = true
  }

  #noteQueueReachable(): void {
    if (this.#isQueueUnreachable) this.#logger.info('mail queue reachable again')
    this.#isQueueUnreachable = false
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Seconds. The first are short, because greylisting servers accept a mail after minutes. Together they outlast a
 * weekend, and stay within the 7 days for which links are valid.
 */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

/** Spreads retries of mails that failed together. */
const JITTER = 0.2

export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[Math.max(attempts, 1) - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
}
