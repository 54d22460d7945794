import type { CallScope } from '../runtime/call-scope.ts'
import { estimateRateLimit } from './rate-limit-estimate.ts'
import type { RateLimitWindow } from './rate-limit-store.ts'

/** `null` if the request was not sent. Repeats do nothing. */
export type Leave = (response?: Response | null) => void

export interface WaitingCall {
  /** Paused while the call waits for the rate limit. Its signal ends the wait. */
  readonly scope: CallScope
  readonly isLow: boolean
  /** Position in the queue, kept across retries. */
  place?: number
}

/** Resolves with the milliseconds to wait if no slot is free. */
export type TakeShared = (window: RateLimitWindow) => Promise<number | undefined>

const LOW_PRIORITY_OFFSET = 1e9

export type RateLimitPacer = ReturnType<typeof createPacer>

/** Queues requests to use up the service's rate limit without exceeding it. */
export function createPacer(takeShared?: TakeShared) {
  const estimate = estimateRateLimit()
  const queue: { call: WaitingCall; admit: () => void }[] = []
  let places = 0
  let timer: ReturnType<typeof setTimeout>
  let isTaking = false

  const admit = (): void => {
    clearTimeout(timer)
    let waitMs = 0
    while (queue[0] && !isTaking && (waitMs = estimate.waitMs(queue[0].call.isLow)) <= 0) {
      if (takeShared) void admitShared(takeShared, queue[0].call.isLow)
      else queue.shift()!.admit()
    }
    const isTimed = waitMs > 0 && waitMs < Infinity
    // A call's timeout excludes time spent waiting for the rate limit, but not for responses.
    for (const { call } of queue) call.scope[isTimed && estimate.isLimited() ? 'pause' : 'resume']()
    // Timers may fire a fraction of a millisecond early.
    if (isTimed) timer = setTimeout(admit, waitMs + 1)
  }
  const admitShared = async (take: TakeShared, isLow: boolean): Promise<void> => {
    isTaking = true
    const waitMs = await take(estimate.windowOf(isLow))
    isTaking = false
    // The queue may have changed: the slot goes to its first call.
    if (waitMs! > 0) estimate.block(waitMs!)
    else queue.shift()?.admit()
    admit()
  }

  return {
    /** Rejects with the signal's reason if that is aborted first. */
    enter: (call: WaitingCall): Promise<Leave> =>
      new Promise((resolve, reject) => {
        const { scope, isLow } = call
        const { signal } = scope
        call.place ??= places++ + (isLow ? LOW_PRIORITY_OFFSET : 0)
        const onAbort = () => {
          queue.splice(queue.indexOf(waiter), 1)
          admit()
          reject(signal.reason as Error)
        }
        const onAdmit = () => {
          signal.removeEventListener('abort', onAbort)
          scope.resume()
          estimate.start(isLow)
          let isIn = true
          resolve((response) => {
            if (isIn) estimate.end(response)
            isIn = false
            admit()
          })
        }
        const waiter = { call, admit: onAdmit }
        if (signal.aborted) return reject(signal.reason as Error)
        signal.addEventListener('abort', onAbort)
        queue.push(waiter)
        queue.sort(({ call: one }, { call: other }) => one.place! - other.place!)
        admit()
      }),
  }
}
