import { TimeoutError } from '../errors/errors.ts'
import { nextTurn, now } from './event-loop.ts'
import type { Log } from './log.ts'
import { DEFAULT_TIMEOUT_MS, MIN_CHECK_INTERVAL_MS, STORE_TIMEOUT_MS } from '../constants.ts'

export interface CallScope {
  /** From 1. */
  attempt: number
  isSent?: boolean
  isAborted?: boolean
  reason?: unknown
  /** For the timeout's error. */
  requestId?: string
  /** Returns a signal that is aborted with the scope. Only requests have one, because thousands of calls may wait. */
  newSignal(): AbortSignal
  remainingMs(): number
  readonly abort: (reason: unknown) => void
  /** Settles like `work`, or rejects with the reason if the scope is aborted first. */
  orAborted<T>(work: T): Promise<Awaited<T>>
  /** Measures the timeout by a clock, by default the usual one. No effect if the caller has set the timeout. */
  runBy(clock?: () => number): void
  close(): void
}

/** @param timeoutMs `undefined` for the default, which excludes time spent waiting for the rate limit */
export function openScope(
  timeoutMs: number | undefined,
  callerSignals: readonly (AbortSignal | undefined)[] = [],
): CallScope {
  let reject: (reason: unknown) => void
  const aborted = new Promise<never>((_resolve, onAbort) => (reject = onAbort))
  aborted.catch(() => {})
  const limitMs = timeoutMs ?? DEFAULT_TIMEOUT_MS
  let timer: ReturnType<typeof setTimeout>
  let clock = now
  let endsAt = clock() + limitMs

  const scope: CallScope = {
    attempt: 1,
    newSignal() {
      const controller = new AbortController()
      aborted.catch((reason) => controller.abort(reason))
      return controller.signal
    },
    // React Native's signals have no reason.
    abort(reason = Object.assign(new Error('Aborted'), { name: 'AbortError' })) {
      scope.isAborted = true
      scope.reason ??= reason
      reject(reason)
    },
    orAborted: (work) => Promise.race([work, aborted]),
    remainingMs: () => endsAt - clock(),
    runBy(next = now) {
      if (timeoutMs) return
      endsAt += next() - clock()
      clock = next
    },
    close() {
      clearTimeout(timer)
      for (const unfollow of following) unfollow?.()
    },
  }
  // The clock may have stood still meanwhile. Timers may fire a fraction of a millisecond early.
  const checkTimeout = () => {
    const leftMs = scope.remainingMs()
    if (leftMs < 1)
      void nextTurn().then(() =>
        scope.abort(new TimeoutError(`Timed out after ${limitMs} ms.`, { requestId: scope.requestId })),
      )
    else if (leftMs < Infinity)
      timer = setTimeout(checkTimeout, timeoutMs ? leftMs : Math.max(leftMs, MIN_CHECK_INTERVAL_MS))
  }
  const following = callerSignals.map((signal) => signal && follow(signal, scope.abort))
  checkTimeout()
  return scope
}

type Abort = CallScope['abort']
type Followers = Set<Abort> & { handleEvent(): void }

/** One listener per signal: Node warns about more than ten. */
const followersOf = /* @__PURE__ */ new WeakMap<AbortSignal, Followers>()

/** Calls `abort` when a signal is aborted. Returns a function that ends this. */
function follow(signal: AbortSignal, abort: Abort): () => void {
  if (signal.aborted) abort(signal.reason)
  const followers =
    followersOf.get(signal) ??
    Object.assign(new Set<Abort>(), {
      handleEvent: () => followers.forEach((each) => void nextTurn().then(() => each(signal.reason))),
    })
  followersOf.set(signal, followers.add(abort))
  // No effect if it listens already.
  signal.addEventListener('abort', followers)
  return () => {
    followers.delete(abort)
    if (!followers.size) signal.removeEventListener('abort', followers)
  }
}

/**
 * Limits the partner's storage or store to 2 seconds. A failure is logged and fails no call.
 *
 * @returns `undefined` after a failure
 */
export async function useStore<T>(what: string, log: Log, use: () => T): Promise<Awaited<T> | undefined> {
  try {
    return await withTimeout(STORE_TIMEOUT_MS, use)
  } catch (error) {
    log('warn', `the ${what} failed: ${(error as Error).message}`)
    return undefined
  }
}

/** Rejects with a TimeoutError if `work` takes longer. */
export async function withTimeout<T>(timeoutMs: number, work: (scope: CallScope) => T): Promise<Awaited<T>> {
  const scope = openScope(timeoutMs)
  try {
    return await scope.orAborted(work(scope))
  } finally {
    scope.close()
  }
}
