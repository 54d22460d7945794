import { estimateRateLimit } from './rate-limit-estimate.ts'
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

export type RateLimitPacer = ReturnType<typeof createPacer>

/** Queues requests so that the service's rate limit is used up, but not exceeded. */
export function createPacer(takeShared?: TakeShared) {
  const estimate = estimateRateLimit()
  /** In the order in which they are admitted. */
  const queue: Waiter[] = []
  let tickets = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTaking = false
  let isLimited = false

  const admit = (): void => {
    clearTimeout(timer)
    while (queue[0] && !isTaking) {
      const { isLow } = queue[0].ticket
      const waitMs = estimate.waitMs(isLow)
      setLimited(waitMs > 0 && waitMs < Infinity && estimate.isLimited())
      if (waitMs > 0) {
        // A timer may fire a fraction of a millisecond early.
        if (waitMs < Infinity) timer = setTimeout(admit, waitMs + 1)
        return
      }
      if (takeShared) void admitShared(takeShared, isLow)
      else queue.shift()!.admit()
    }
  }
  const admitShared = async (take: TakeShared, isLow: boolean): Promise<void> => {
    isTaking = true
    const { requests, windowMs } = estimate.windowOf(isLow)
    const waitMs = await take({ requests, windowMs: windowMs * STORE_WINDOW_MARGIN })
    isTaking = false
    // The queue may have changed meanwhile: the slot is for the first call.
    if (waitMs > 0) estimate.block(waitMs)
    else queue.shift()?.admit()
    admit()
  }
  /** Only time spent waiting for the rate limit is kept off a call's timeout, not time spent waiting for responses. */
  const setLimited = (value: boolean): void => {
    if (isLimited === value) return
    isLimited = value
    for (const { call } of queue) call[value ? 'pause' : 'resume']()
  }

  return {
    /** Returns the next place in the queue. */
    newTicket: (isLow: boolean): Ticket => ({ isLow, number: (tickets += 1) }),

    /** Waits for a slot. Rejects with the signal's reason if that is aborted first. */
    enter: (ticket: Ticket, call: WaitingCall): Promise<Leave> =>
      new Promise((resolve, reject) => {
        const { signal } = call
        const onAbort = () => {
          queue.splice(queue.indexOf(waiter), 1)
          admit()
          reject(signal.reason as Error)
        }
        const onAdmit = () => {
          signal.removeEventListener('abort', onAbort)
          call.resume()
          estimate.start(ticket.isLow)
          let hasLeft = false
          resolve((response) => {
            if (!hasLeft) estimate.end(response)
            hasLeft = true
            admit()
          })
        }
        const waiter: Waiter = { ticket, call, admit: onAdmit }
        if (signal.aborted) return reject(signal.reason as Error)
        signal.addEventListener('abort', onAbort)
        queue.push(waiter)
        queue.sort(compareWaiters)
        if (isLimited) call.pause()
        admit()
      }),
  }
}

const compareWaiters = ({ ticket: one }: Waiter, { ticket: other }: Waiter) =>
  Number(one.isLow) - Number(other.isLow) || one.number - other.number
