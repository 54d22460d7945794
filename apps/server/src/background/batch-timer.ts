/**
 * Calls `write` some time after the first addition, so batches grow. Writes never overlap, which protects a slow
 * database.
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
    // A failed write may have restarted it.
    clearTimeout(this.#timer)
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(this.#write)
    return this.#writing
  }
}
