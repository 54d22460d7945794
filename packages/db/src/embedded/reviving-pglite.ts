import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Opening blocks this process for up to a second, and a full disk stays full for a while. */
const RETRY_DELAY_MS = 2_000

/** Files that migrations may load into the database with CREATE EXTENSION. */
const EXTENSIONS = { btree_gin, pg_trgm }

/**
 * A PGlite that is opened again after a panic. Opening recovers everything committed from the log. A PGlite that
 * has panicked, because its disk has no space for the log, is not used again: it may never respond.
 */
export class RevivingPGlite {
  readonly #options: PGliteOptions
  #opened: Promise<PGlite> | undefined
  #triedAt = -Infinity

  /** @param dataDir a path or URL, as PGlite expects it */
  constructor(dataDir: string, dump?: Blob) {
    this.#options = { dataDir, extensions: EXTENSIONS, ...(dump && { loadDataDir: dump }) }
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

  /** Marks the PGlite as panicked: the next `get` opens it again. */
  abandon(): void {
    this.#opened = undefined
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close()
  }

  async #open(): Promise<PGlite> {
    const now = performance.now()
    if (now - this.#triedAt < RETRY_DELAY_MS) throw new Error('the embedded PostgreSQL is down')
    this.#triedAt = now
    return PGlite.create(this.#options)
  }
}
