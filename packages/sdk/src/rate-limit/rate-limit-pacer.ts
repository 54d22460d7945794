import type { Connection } from '../options/connection.ts'
import type { RateLimitWindow } from '../options/rate-limit-store.ts'
import { estimateRateLimit } from './rate-limit-estimate.ts'
import { waitError, type WaitingCall } from './waits.ts'
import { nextTurn, now } from '../runtime/event-loop.ts'
import { LOW_PRIORITY_OFFSET } from '../constants.ts'

/** Resolves with the milliseconds to wait if no slot is free. */
export type TakeShared = (window: RateLimitWindow) => Promise<number | undefined>

export type RateLimitPacer = ReturnType<typeof createPacer>

/** Queues requests to use up the service's rate limit without exceeding it. */
export function createPacer(state: Connection['state'], takeShared?: TakeShared) {
  const { waitFor, start, block, windowOf } = estimateRateLimit()
  /** By place. */
  const queue: WaitingCall[] = []
  let places = 0
  let timer: ReturnType<typeof setTimeout>
  let isTaking = false
  let stoppedAt: number | undefined
  let stoppedMs = 0

  /** Stands still while the queue waits for the rate limit: a call's timeout excludes that, but not waits for responses. */
  const clock = () => stoppedAt ?? now() - stoppedMs

  const admitFirst = (): void => {
    const call = queue.shift()!
    call.runBy()
    const end = start(call.isLow)
    call.leave = (response) => {
      call.leave = undefined
      end(response, call.isSent)
      admit()
    }
    void nextTurn().then(call.admit)
  }
  const admit = (): void => {
    clearTimeout(timer)
    let waitMs = 0
    let windowMs: number | undefined
    while (queue[0] && !isTaking) {
      const [call] = queue
      ;[waitMs, windowMs] = waitFor(call.isLow)
      const error = windowMs && waitError(waitMs, call, state, windowMs)
      // Leaves the queue, which fails the next call.
      if (error) return call.abort(error)
      if (waitMs > 0) break
      if (takeShared) {
        isTaking = true
        void takeShared(windowOf(call.isLow)).then(admitShared)
      } else admitFirst()
    }
    const isTimed = waitMs > 0 && waitMs < Infinity
    const time = clock()
    stoppedAt = isTimed && windowMs ? time : undefined
    stoppedMs = now() - time
    // Timers may fire a fraction of a millisecond early.
    if (isTimed) timer = setTimeout(admit, waitMs + 1)
  }
  const admitShared = (waitMs = 0): void => {
    isTaking = false
    // The queue may have changed: the slot goes to its first call.
    if (waitMs > 0) block(waitMs)
    else if (queue[0]) admitFirst()
    admit()
  }

  return {
    /** Resolves when the call is admitted. Aborts its scope with a RateLimitError. */
    enter: (call: WaitingCall): Promise<void> =>
      new Promise((resolve) => {
        call.admit = resolve
        call.leave = () => {
          call.leave = undefined
          queue.splice(queue.indexOf(call), 1)
          admit()
        }
        const place = (call.place ??= places++ + (call.isLow ? LOW_PRIORITY_OFFSET : 0))
        call.since ??= now()
        call.runBy(clock)
        let index = queue.length
        // Only a retry, or normal priority, overtakes.
        while (index && queue[index - 1]!.place! > place) index--
        queue.splice(index, 0, call)
        // Behind others, nothing changes.
        if (!index) admit()
      }),

    waitMs(call: WaitingCall): number {
      const { isLow, place } = call
      const { requests, windowMs } = windowOf(isLow)
      const ahead = (place! % LOW_PRIORITY_OFFSET) - (queue[0] ?? call).place!
      return waitFor(isLow)[0] + windowMs * Math.max(0, Math.floor(ahead / requests))
    },
  }
}
