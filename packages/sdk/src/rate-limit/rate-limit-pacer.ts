import { RateLimitEstimate } from './rate-limit-estimate.ts'

/** To be called when a request has its answer, or will get none; `null`: it never went out. The first time counts. */
export type Leave = (answer?: Response | null) => void

/** Lets requests out, first come first served, no faster than the service lets them in. */
export class RateLimitPacer {
  readonly #estimate = new RateLimitEstimate()
  readonly #waiting = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Waits for a place in the limit; fails with the signal's reason if that comes first. */
  enter(signal: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(enter)
        this.#admit()
        reject(signal.reason as Error)
      }
      const enter = () => {
        signal.removeEventListener('abort', onAbort)
        this.#estimate.start()
        let isUnderWay = true
        resolve((answer) => {
          if (isUnderWay) this.#estimate.end(answer)
          isUnderWay = false
          this.#admit()
        })
      }
      if (signal.aborted) return reject(signal.reason as Error)
      signal.addEventListener('abort', onAbort)
      this.#waiting.add(enter)
      this.#admit()
    })
  }

  #admit(): void {
    clearTimeout(this.#timer)
    for (const enter of this.#waiting) {
      const waitMs = this.#estimate.waitMs()
      if (waitMs > 0) {
        // A timer may fire a fraction of a millisecond early.
        if (waitMs !== Infinity) this.#timer = setTimeout(() => this.#admit(), waitMs + 1)
        return
      }
      this.#waiting.delete(enter)
      enter()
    }
  }
}
