import type { ConnectionState } from '../options/connection.ts'
import type { RateLimitWindow } from '../options/rate-limit-store.ts'
import { IS_BROWSER_BUILD } from '../runtime/browser-build.ts'
import { CALLS_PER_TURN, nextTurn, now } from '../runtime/event-loop.ts'
import { type NextStart, RateLimitEstimate, type StartedRequest } from './rate-limit-estimate.ts'
import { rateLimitError } from './rate-limit-error.ts'
import { readRateLimit, readRetryAfterMs } from './rate-limit-headers.ts'
import { WaitingLines, type Ticket } from './waiting-lines.ts'

/** Resolves with the milliseconds to wait if no slot is free. Never rejects. */
export type TakeShared = (window: RateLimitWindow) => Promise<number | undefined>

/** The right to send one request. The first call of `complete` or `release` ends it. Further calls have no effect. */
export interface Slot {
  /** Ends the slot with the response, or with `undefined` if the connection broke. */
  complete(response: Response | undefined): void
  /** Gives the slot back, because nothing was sent. */
  release(): void
}

/** Responses with these statuses may count for, and report, the limit of the client's network instead of the partner's. */
const NOT_OF_THE_PARTNER = [401, 403]

/** Queues requests to use up the service's rate limit without exceeding it. */
export class RateLimitPacer {
  readonly #estimate = new RateLimitEstimate()
  readonly #lines = new WaitingLines()
  readonly #state: ConnectionState
  readonly #takeShared: TakeShared | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** For `clock`: when the current wait for the rate limit began. */
  #limitedSince: number | undefined
  /** For `clock`: the duration of earlier waits. */
  #limitedMs = 0

  constructor(state: ConnectionState, takeShared?: TakeShared) {
    this.#state = state
    this.#takeShared = takeShared
  }

  /** Resolves with a slot when the call is admitted. Rejects with a RateLimitError. After `leave`, may never settle. */
  async enter(ticket: Ticket): Promise<Slot> {
    for (;;) {
      const slot = await this.#wait(ticket)
      const waitMs = (await this.#takeShared?.(this.#estimate.windowFor(ticket.isLow))) ?? 0
      // Negated, so that a store that returns no number delays no call.
      if (!(waitMs > 0)) return slot
      // The slots that are left to normal priority may be free while low priority waits.
      this.#estimate.block(waitMs, ticket.isLow)
      slot.release()
    }
  }

  #wait(ticket: Ticket): Promise<Slot> {
    return new Promise((resolve, reject) => {
      // The call may have left while the shared store was asked.
      if (ticket.hasLeft) return
      ticket.queuedAt ??= now()
      this.#lines.add({ ticket, admit: () => resolve(this.#newSlot(ticket)), reject })
      // Only the first call can be admitted. Its priority or an earlier slot may have put this one before calls that wait.
      if (this.#lines.first?.ticket === ticket) this.#admit()
    })
  }

  /** Ends the wait of an aborted call. */
  leave(ticket: Ticket): void {
    ticket.hasLeft = true
    if (this.#lines.remove(ticket)) this.#admit()
  }

  /** A clock in milliseconds that runs only while the queue waits for the rate limit, not for responses. */
  readonly clock = (): number => this.#limitedMs + (this.#limitedSince === undefined ? 0 : now() - this.#limitedSince)

  /** Estimates how long a waiting call will still wait. `Infinity` if it depends on requests in flight. */
  remainingMs(ticket: Ticket): number {
    const { waitMs = Infinity } = this.#estimate.nextStart(ticket.isLow)
    const { requests, windowMs } = this.#estimate.windowFor(ticket.isLow)
    return waitMs + windowMs * Math.floor(this.#lines.countBefore(ticket) / requests)
  }

  /** Admits and fails waiting calls, at most `CALLS_PER_TURN` of them, until the first one has to wait. */
  #admit(): void {
    clearTimeout(this.#timer)
    for (let handled = 0; IS_BROWSER_BUILD || handled < CALLS_PER_TURN; handled += 1) {
      const first = this.#lines.first
      if (!first) return this.#setLimited(false)
      const { ticket, admit, reject } = first
      const next = this.#estimate.nextStart(ticket.isLow)
      const error = this.#errorFor(ticket, next)
      if (next.waitMs !== 0 && !error) return this.#waitFor(next)
      this.#lines.remove(ticket)
      if (error) reject(error)
      else admit()
    }
    if (!IS_BROWSER_BUILD) void nextTurn().then(() => this.#admit())
  }

  /** Returns the error of a call that the rate limit delays for too long. */
  #errorFor(ticket: Ticket, { waitMs = 0, isRateLimited }: NextStart) {
    // `waitMs` is 0 for an unknown wait, too, so such a wait fails no call.
    if (waitMs === 0 || !isRateLimited) return undefined
    const { windowMs } = this.#estimate.windowFor(ticket.isLow)
    return rateLimitError(waitMs, ticket, this.#state, windowMs)
  }

  #waitFor({ waitMs, isRateLimited }: NextStart): void {
    this.#setLimited(isRateLimited)
    // Without `waitMs`, the end of a request in flight calls `#admit`. Timers may fire a fraction of a millisecond early.
    if (waitMs !== undefined) this.#timer = setTimeout(() => this.#admit(), waitMs + 1)
  }

  #setLimited(isLimited: boolean): void {
    this.#limitedMs = this.clock()
    this.#limitedSince = isLimited ? now() : undefined
  }

  #newSlot(ticket: Ticket): Slot {
    ticket.wasAdmitted = true
    const request = this.#estimate.start(ticket.isLow)
    let isEnded = false
    const end = (work: () => void): void => {
      if (isEnded) return
      isEnded = true
      work()
      this.#admit()
    }
    return {
      release: () => end(() => this.#estimate.release()),
      complete: (response) => end(() => this.#onResponse(request, response)),
    }
  }

  #onResponse(request: StartedRequest, response: Response | undefined): void {
    if (!response) return this.#estimate.end(request, true)
    const { status, headers } = response
    this.#estimate.onResponse()
    if (NOT_OF_THE_PARTNER.includes(status)) return this.#estimate.release()
    const isRejected = status === 429
    if (isRejected) this.#estimate.block(readRetryAfterMs(headers) ?? 0, false)
    this.#estimate.end(request, !isRejected, readRateLimit(headers))
  }
}
