interface Pause {
  delayMs: number
  startedAt: number
  timer: ReturnType<typeof setTimeout>
  waiting: Set<() => void>
}

/** Pauses of the same length end together if they begin within this time. */
const TOGETHER_MS = 50

/**
 * Returns a function that calls `onEnd` after a pause of `delayMs`. The result of that function cancels the pause. Queries
 * that failed in one batch share a timer, because separate timers could fire in different milliseconds and split the batch.
 */
export function createSharedPauses(): (delayMs: number, onEnd: () => void) => () => void {
  let latest: Pause | undefined

  const start = (delayMs: number): Pause => {
    const waiting = new Set<() => void>()
    const timer = setTimeout(() => waiting.forEach((onEnd) => onEnd()), delayMs)
    return { delayMs, startedAt: performance.now(), timer, waiting }
  }

  return (delayMs, onEnd) => {
    const isShared = latest?.delayMs === delayMs && performance.now() - latest.startedAt < TOGETHER_MS
    const pause = latest && isShared ? latest : start(delayMs)
    latest = pause
    pause.waiting.add(onEnd)
    return () => {
      pause.waiting.delete(onEnd)
      if (pause.waiting.size > 0) return
      clearTimeout(pause.timer)
      if (latest === pause) latest = undefined
    }
  }
}
