import { TimeoutError } from '../errors/errors.ts'
import { nextTurn } from './event-loop.ts'
import type { Log } from './log.ts'

const DEFAULT_TIMEOUT_MS = 60_000
/** For token storages and rate limit stores. */
const STORE_TIMEOUT_MS = 2_000

export interface CallScope {
  readonly signal: AbortSignal
  /** For the timeout's error. */
  requestId?: string
  /** `Infinity` for a wait during which the clock is stopped. */
  remainingMs(isPaused?: boolean): number
  readonly abort: (reason: unknown) => void
  /** No effect if the caller has set the timeout. */
  pause(): void
  resume(): void
  close(): void
}

/** @param timeoutMs `undefined` for the default, which excludes time spent waiting for the rate limit */
export function openScope(timeoutMs: number | undefined, callerSignals: readonly AbortSignal[] = []): CallScope {
  const controller = new AbortController()
  const canPause = timeoutMs === undefined
  const limitMs = timeoutMs ?? DEFAULT_TIMEOUT_MS
  let timer: ReturnType<typeof setTimeout>
  let pausedAt: number | undefined = performance.now()
  let endsAt = pausedAt + limitMs

  const scope: CallScope = {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    remainingMs: (isPaused) => (isPaused && canPause ? Infinity : endsAt - (pausedAt ?? performance.now())),
    pause() {
      if (!canPause) return
      pausedAt ??= performance.now()
      clearTimeout(timer)
    },
    resume() {
      if (pausedAt === undefined) return
      endsAt += performance.now() - pausedAt
      pausedAt = undefined
      const onTimeout = () =>
        scope.abort(new TimeoutError(`Timed out after ${limitMs} ms.`, { requestId: scope.requestId }))
      if (endsAt < Infinity) timer = setTimeout(onTimeout, scope.remainingMs())
    },
    close() {
      clearTimeout(timer)
      for (const unfollow of following) unfollow()
    },
  }
  const following = callerSignals.map((signal) => follow(signal, controller))
  scope.resume()
  return scope
}

type Followers = Set<AbortController> & { handleEvent(): void }

/** One listener per signal: Node warns about more than ten. */
const followersOf = /* @__PURE__ */ new WeakMap<AbortSignal, Followers>()

/** Aborts `controller` together with a signal. Returns a function that ends this. */
function follow(signal: AbortSignal, controller: AbortController): () => void {
  const abort = (each: AbortController) => each.abort(signal.reason)
  if (signal.aborted) abort(controller)
  const followers =
    followersOf.get(signal) ??
    Object.assign(new Set<AbortController>(), {
      handleEvent: () => followers.forEach((each) => void nextTurn().then(() => abort(each))),
    })
  followersOf.set(signal, followers.add(controller))
  // No effect if it listens already.
  signal.addEventListener('abort', followers)
  return () => {
    followers.delete(controller)
    if (!followers.size) signal.removeEventListener('abort', followers)
  }
}

/**
 * Limits the partner's storage or store to 2 seconds. A failure is logged and fails no call.
 *
 * @returns `undefined` after a failure
 */
export async function useStore<T>(what: string, log: Log, use: () => T): Promise<Awaited<T> | undefined> {
  const scope = openScope(STORE_TIMEOUT_MS)
  try {
    return await orAborted(use(), scope.signal)
  } catch (error) {
    log('warn', `the ${what} failed: ${(error as Error).message}`)
    return undefined
  } finally {
    scope.close()
  }
}

/** Settles like `work`, or rejects with the signal's reason if that is aborted first. */
export function orAborted<T>(work: T, signal: AbortSignal): Promise<Awaited<T>> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}
