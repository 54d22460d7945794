import { PGlite } from '@electric-sql/pglite'

/** Opening takes a good part of a second of this process, and a disk that is full stays so for a while. */
const TRY_AGAIN_AFTER_MS = 2_000

/**
 * A PGlite that is opened anew after a panic: as when a server's processes have died, what was committed is recovered
 * from the log. One that has panicked (for want of space for its log) is not asked again, for it may never answer.
 */
export class RevivingPGlite {
  readonly #dataDirectory: string
  #opened: Promise<PGlite> | undefined
  #triedAt = -Infinity

  /** @param dataDirectory as PGlite takes it */
  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory
  }

  /** @throws Error while it cannot be opened */
  get(): Promise<PGlite> {
    if (this.#opened) return this.#opened
    const opened = this.#open()
    this.#opened = opened
    opened.catch(() => {
      if (this.#opened === opened) this.#opened = undefined
    })
    return opened
  }

  /** It has panicked. */
  abandon(): void {
    this.#opened = undefined
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close()
  }

  async #open(): Promise<PGlite> {
    const now = performance.now()
    if (now - this.#triedAt < TRY_AGAIN_AFTER_MS) throw new Error('the embedded PostgreSQL is down')
    this.#triedAt = now
    return PGlite.create(this.#dataDirectory)
  }
}
