import { setTimeout as wait } from 'node:timers/promises'

/**
 * Repeats `work`, which must not reject, and pauses after each run.
 *
 * @returns a function that stops after the current `work`
 */
export function repeat(work: (signal: AbortSignal) => Promise<void>, pauseMs: number): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const loop = async () => {
    while (!signal.aborted) {
      await work(signal)
      await wait(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  const stopped = loop()
  return () => {
    stop.abort()
    return stopped
  }
}
