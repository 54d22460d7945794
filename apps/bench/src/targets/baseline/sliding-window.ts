interface Log {
  times: number[]
  /** Index of the first time within the window. Older times are removed when they are more than half. */
  first: number
}

export interface Count {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
}

/** The service's exact sliding window: times of allowed requests, by key. */
export class SlidingWindow {
  readonly #limit: number
  readonly #windowMs: number
  readonly #logs = new Map<string, Log>()

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  count(key: string): Count {
    const now = performance.now()
    const log = this.#logOf(key)
    const { times } = log
    while (log.first < times.length && times[log.first]! <= now - this.#windowMs) log.first += 1
    if (log.first * 2 > times.length) {
      times.splice(0, log.first)
      log.first = 0
    }
    const isAllowed = times.length - log.first < this.#limit
    if (isAllowed) times.push(now)
    const resetMs = this.#windowMs - (now - times[log.first]!)
    const remaining = this.#limit - (times.length - log.first)
    return { isAllowed, remaining, resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)) }
  }

  #logOf(key: string): Log {
    const known = this.#logs.get(key)
    if (known) return known
    const log = { times: [], first: 0 }
    this.#logs.set(key, log)
    return log
  }
}
