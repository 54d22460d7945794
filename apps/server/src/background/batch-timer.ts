/**
 * Calls `write` some time after the first call of `start`, so that a batch can grow. Writes never overlap, which protects a
 * slow database.
 */
export class BatchTimer {
  readonly #write: () => Promise<void>
  readonly #delayMs: number
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /** @param write must not reject */
  constructor(write: () => Promise<void>, delayMs: number) {
    this.#write = write
    this.#delayMs = delayMs
  }

  start(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), this.#delayMs).unref()
  }

  async close(): Promise<void> {
    await this.#flush()
    // The write may have restarted the timer.
    clearTimeout(this.#timer)
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(this.#write)
    return this.#writing
  }
}
