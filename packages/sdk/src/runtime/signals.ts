import { IS_BROWSER_BUILD } from './browser-build.ts'
import { CALLS_PER_TURN, nextTurn } from './event-loop.ts'
import { isWorkers } from './is-workers.ts'

export type Abort = (reason: unknown) => void

function reasonOf(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason
  // Signals of React Native have no reason, and it does not use the browser build.
  return IS_BROWSER_BUILD ? reason : (reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' }))
}

export function throwIfAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw reasonOf(signal)
}

/** Calls that one signal aborts. They share a listener, because Node warns about more than ten. */
class Followers {
  readonly #signal: AbortSignal
  readonly #aborts = new Set<Abort>()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  add(abort: Abort): void {
    // No effect if it listens already.
    this.#signal.addEventListener('abort', this.#onAbort)
    this.#aborts.add(abort)
  }

  remove(abort: Abort): void {
    this.#aborts.delete(abort)
    if (this.#aborts.size === 0) this.#signal.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = (): void => void this.#abortAll()

  /** Aborts thousands of calls over several turns of the event loop. */
  async #abortAll(): Promise<void> {
    let aborted = 0
    for (const abort of this.#aborts) {
      abort(reasonOf(this.#signal))
      aborted += 1
      // In Cloudflare Workers, the calls may belong to several requests, which cannot wait for each other's timers.
      if (aborted % CALLS_PER_TURN === 0 && !isWorkers()) await nextTurn()
    }
  }
}

const followersOf = /* @__PURE__ */ new WeakMap<AbortSignal, Followers>()

/** Calls `abort` when the signal is aborted. Returns a function that stops listening. */
export function follow(signal: AbortSignal, abort: Abort): () => void {
  if (signal.aborted) abort(reasonOf(signal))
  return IS_BROWSER_BUILD ? listen(signal, abort) : shareListener(signal, abort)
}

function listen(signal: AbortSignal, abort: Abort): () => void {
  const onAbort = () => abort(reasonOf(signal))
  signal.addEventListener('abort', onAbort)
  return () => signal.removeEventListener('abort', onAbort)
}

function shareListener(signal: AbortSignal, abort: Abort): () => void {
  const followers = followersOf.get(signal) ?? new Followers(signal)
  followersOf.set(signal, followers)
  followers.add(abort)
  return () => followers.remove(abort)
}
