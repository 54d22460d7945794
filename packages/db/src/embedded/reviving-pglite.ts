import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Opening blocks the process up to a second, and full disks rarely recover sooner. */
const RETRY_DELAY_MS = 2_000

/** For CREATE EXTENSION in migrations. */
const EXTENSIONS = { btree_gin, pg_trgm }

/** Replaces PGlite after a panic, such as a full disk: it may never respond. Opening recovers everything committed. */
export class RevivingPGlite {
  readonly #options: PGliteOptions
  #opened: Promise<PGlite> | undefined
  #triedAt = -Infinity

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

  /** After a panic: `get` opens it again. */
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
