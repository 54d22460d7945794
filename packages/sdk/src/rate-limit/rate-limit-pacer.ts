import { RateLimitEstimate } from './rate-limit-estimate.ts'
import type { RateLimitWindow } from './rate-limit-store.ts'

/** Gives a slot back: with the response, without one, or with `null` if the request was not sent. Repeats do nothing. */
export type Leave = (response?: Response | null) => void

/** A call's place in the queue, which it keeps for its retries. */
export interface Ticket {
  readonly isLow: boolean
  readonly number: number
}

/** A call that waits for a slot. */
export interface WaitingCall {
  /** Rejects the wait when aborted. */
  readonly signal: AbortSignal
  /** Called when the call waits for the rate limit. */
  pause(): void
  /** Called when it no longer does. */
  resume(): void
}

/** Takes a slot that processes share. Resolves with 0, or with the milliseconds until there may be one. */
export type TakeShared = (window: RateLimitWindow) => Promise<number>

interface Waiter {
  ticket: Ticket
  call: WaitingCall
  admit: () => void
}

/** The service counts a request later than a store does, by the time that the request travels. */
const STORE_WINDOW_MARGIN = 1.01

/** Queues requests so that the service's rate limit is used up, but not exceeded. */
export class RateLimitPacer {
  readonly #estimate = new RateLimitEstimate()
  readonly #takeShared: TakeShared | undefined
  /** In the order in which they are admitted. */
  readonly #queue: Waiter[] = []
  #tickets = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isTaking = false
  #isLimited = false

  constructor(takeShared?: TakeShared) {
    this.#takeShared = takeShared
  }

  /** Returns the next place in the queue. */
  newTicket(isLow: boolean): Ticket {
    return { isLow, number: (this.#tickets += 1) }
  }

  /** Waits for a slot. Rejects with the signal's reason if that is aborted first. */
  enter(ticket: Ticket, call: WaitingCall): Promise<Leave> {
    const { signal } = call
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      const onAbort = () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1)
        this.#admit()
        reject(signal.reason as Error)
      }
      const admit = () => {
        signal.removeEventListener('abort', onAbort)
        call.resume()
        this.#estimate.start(ticket.isLow)
        let hasLeft = false
        resolve((response) => {
          if (!hasLeft) this.#estimate.end(response)
          hasLeft = true
          this.#admit()
        })
      }
      const waiter = { ticket, call, admit }
      signal.addEventListener('abort', onAbort)
      this.#insert(waiter)
      this.#admit()
    })
  }

  #insert(waiter: Waiter): void {
    let index = this.#queue.length
    while (index > 0 && isBefore(waiter.ticket, this.#queue[index - 1]!.ticket)) index -= 1
    this.#queue.splice(index, 0, waiter)
    if (this.#isLimited) waiter.call.pause()
  }

  #admit(): void {
    clearTimeout(this.#timer)
    while (this.#queue[0] && !this.#isTaking) {
      const { isLow } = this.#queue[0].ticket
      const waitMs = this.#estimate.waitMs(isLow)
      this.#setLimited(waitMs > 0 && waitMs < Infinity && this.#estimate.isLimited)
      if (waitMs > 0) {
        // A timer may fire a fraction of a millisecond early.
        if (waitMs < Infinity) this.#timer = setTimeout(() => this.#admit(), waitMs + 1)
        return
      }
      if (this.#takeShared) void this.#admitShared(this.#takeShared, isLow)
      else this.#queue.shift()!.admit()
    }
  }

  async #admitShared(take: TakeShared, isLow: boolean): Promise<void> {
    this.#isTaking = true
    const { requests, windowMs } = this.#estimate.window(isLow)
    const waitMs = await take({ requests, windowMs: windowMs * STORE_WINDOW_MARGIN })
    this.#isTaking = false
    // The queue may have changed meanwhile: the slot is for the first call.
    if (waitMs > 0) this.#estimate.block(waitMs)
    else this.#queue.shift()?.admit()
    this.#admit()
  }

  /** Only time spent waiting for the rate limit is kept off a call's timeout, not time spent waiting for responses. */
  #setLimited(isLimited: boolean): void {
    if (this.#isLimited === isLimited) return
    this.#isLimited = isLimited
    for (const { call } of this.#queue) call[isLimited ? 'pause' : 'resume']()
  }
}

const isBefore = (one: Ticket, other: Ticket) => (one.isLow === other.isLow ? one.number < other.number : other.isLow)
