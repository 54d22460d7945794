/**
 * Calls `write` a while after something to write was added, so that requests wait for nothing and a batch is written at
 * once. Never runs two writes concurrently, so a slow database does not receive several batches.
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

  /** Starts the timer, unless it runs. */
  start(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), this.#delayMs).unref()
  }

  /** Writes for the last time. */
  async close(): Promise<void> {
    await this.#flush()
    // A write that failed may have started it again.
    clearTimeout(this.#timer)
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return (this.#writing = this.#writing.then(this.#write))
  }
}
