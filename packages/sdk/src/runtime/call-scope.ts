import { TimeoutError } from '../errors/errors.ts'
import { nextTurn } from './event-loop.ts'
import type { Log } from './log.ts'
import { DEFAULT_TIMEOUT_MS, STORE_TIMEOUT_MS } from '../constants.ts'

export interface CallScope {
  readonly signal: AbortSignal
  /** For the timeout's error. */
  requestId?: string
  /** `Infinity` for a wait during which the clock is stopped. */
  remainingMs(isPaused?: boolean): number
  readonly abort: (reason: unknown) => void
  /** Settles like `work`, or rejects with the reason if the scope is aborted first. */
  orAborted<T>(work: T): Promise<Awaited<T>>
  /** Stops or restarts the clock. No effect if the caller has set the timeout. */
  pause(isPaused: boolean): void
  close(): void
}

/** @param timeoutMs `undefined` for the default, which excludes time spent waiting for the rate limit */
export function openScope(timeoutMs: number | undefined, callerSignals: readonly AbortSignal[] = []): CallScope {
  const controller = new AbortController()
  let reject: (reason: unknown) => void
  const aborted = new Promise<never>((_resolve, onAbort) => (reject = onAbort))
  aborted.catch(() => {})
  const canPause = timeoutMs === undefined
  const limitMs = timeoutMs ?? DEFAULT_TIMEOUT_MS
  let timer: ReturnType<typeof setTimeout>
  let pausedAt: number | undefined
  let endsAt = performance.now() + limitMs

  const scope: CallScope = {
    signal: controller.signal,
    abort(reason = Object.assign(new Error('Aborted'), { name: 'AbortError' })) {
      // React Native's signals have no reason.
      if (!('reason' in controller.signal)) Object.assign(controller.signal, { reason })
      controller.abort(reason)
      reject(reason)
    },
    orAborted: (work) => Promise.race([work, aborted]),
    remainingMs: (isPaused) => (isPaused && canPause ? Infinity : endsAt - (pausedAt ?? performance.now())),
    pause(isPaused) {
      clearTimeout(timer)
      const now = performance.now()
      endsAt += now - (pausedAt ?? now)
      pausedAt = isPaused && canPause ? now : undefined
      const onTimeout = () =>
        scope.abort(new TimeoutError(`Timed out after ${limitMs} ms.`, { requestId: scope.requestId }))
      if (scope.remainingMs(isPaused) < Infinity) timer = setTimeout(onTimeout, endsAt - now)
    },
    close() {
      clearTimeout(timer)
      for (const unfollow of following) unfollow()
    },
  }
  const following = callerSignals.map((signal) => follow(signal, scope.abort))
  scope.pause(false)
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
