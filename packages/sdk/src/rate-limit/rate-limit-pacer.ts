import type { Connection } from '../options/connection.ts'
import type { RateLimitWindow } from '../options/rate-limit-store.ts'
import { estimateRateLimit } from './rate-limit-estimate.ts'
import { waitError, type WaitingCall } from './waits.ts'
import { LOW_PRIORITY_OFFSET } from '../constants.ts'

type Waiter = readonly [call: WaitingCall, admit: () => void, reject: (error: unknown) => void]

/** Resolves with the milliseconds to wait if no slot is free. */
export type TakeShared = (window: RateLimitWindow) => Promise<number | undefined>

export type RateLimitPacer = ReturnType<typeof createPacer>

/** Queues requests to use up the service's rate limit without exceeding it. */
export function createPacer(state: Connection['state'], takeShared?: TakeShared) {
  const estimate = estimateRateLimit()
  /** By place. */
  const queue: Waiter[] = []
  let places = 0
  let timer: ReturnType<typeof setTimeout>
  let isTaking = false
  /** Whether the queue waits for the rate limit. A call's timeout excludes that, but not waits for responses. */
  let isPaused = false

  const admitFirst = (error?: Error): void => {
    const [call, resolve, reject] = queue.shift()!
    if (error) return reject(error)
    call.scope.pause(false)
    estimate.start(call.isLow)
    call.leave = (response) => {
      call.leave = undefined
      estimate.end(response)
      admit()
    }
    resolve()
  }
  const admit = (): void => {
    clearTimeout(timer)
    let waitMs = 0
    while (queue[0] && !isTaking) {
      const [call] = queue[0]
      waitMs = estimate.waitMs(call.isLow)
      const error = estimate.isLimited ? waitError(waitMs, call, state, estimate.windowMs) : undefined
      if (waitMs > 0 && !error) break
      if (takeShared && !error) {
        isTaking = true
        void takeShared(estimate.windowOf(call.isLow)).then(admitShared)
      } else admitFirst(error)
    }
    const isTimed = waitMs > 0 && waitMs < Infinity
    if (isPaused !== (isTimed && estimate.isLimited)) {
      isPaused = !isPaused
      for (const [call] of queue) call.scope.pause(isPaused)
    }
    // Timers may fire a fraction of a millisecond early.
    if (isTimed) timer = setTimeout(admit, waitMs + 1)
  }
  const admitShared = (waitMs = 0): void => {
    isTaking = false
    // The queue may have changed: the slot goes to its first call.
    if (waitMs > 0) estimate.block(waitMs)
    else if (queue[0]) admitFirst()
    admit()
  }

  return {
    /** Resolves when the call is admitted, which may be immediately. Rejects with a RateLimitError. */
    enter: (call: WaitingCall): Promise<void> =>
      new Promise((resolve, reject) => {
        const place = (call.place ??= places++ + (call.isLow ? LOW_PRIORITY_OFFSET : 0))
        call.since ??= performance.now()
        if (isPaused) call.scope.pause(true)
        const [last] = queue.at(-1) ?? []
        queue.push([call, resolve, reject])
        // Only a retry, or normal priority, overtakes.
        if (last && last.place! > place) queue.sort(([one], [other]) => one.place! - other.place!)
        // Behind others, nothing changes.
        if (queue[0]![0] === call) admit()
      }),

    waitMs({ isLow, place }: WaitingCall): number {
      const { requests, windowMs } = estimate.windowOf(isLow)
      const ahead = (place! % LOW_PRIORITY_OFFSET) - queue[0]![0].place!
      return estimate.waitMs(isLow) + windowMs * Math.max(0, Math.floor(ahead / requests))
    },

    /** Removes a call that waits no longer. */
    quit(call: WaitingCall): void {
      const index = queue.findIndex(([waiting]) => waiting === call)
      if (index < 0) return
      queue.splice(index, 1)
      admit()
    },
  }
}
