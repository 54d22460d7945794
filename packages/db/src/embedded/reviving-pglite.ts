import { existsSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Minimum time between two attempts. Opening blocks the process up to a second, and full disks rarely recover sooner. */
const RETRY_DELAY_MS = 2_000

/** PostgreSQL initializes its buffers at each start. PGlite's default of 128 MB takes 110 MB of memory and 0.4 s of CPU time. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** The extensions that migrations create. */
const EXTENSIONS = { btree_gin, pg_trgm }

/**
 * Opens PGlite, and opens it again after a panic, for example because the disk is full. A PGlite that has panicked may
 * never respond again. Opening the directory recovers everything that was committed.
 */
export class RevivingPGlite {
  readonly #dataDir: string
  readonly #dump: Blob | undefined
  #opened: Promise<PGlite> | undefined
  #triedAt: number | undefined

  /** @param dump the content of a new database */
  constructor(dataDir: string, dump?: Blob) {
    this.#dataDir = dataDir
    this.#dump = dump
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

  /** Must be called after a panic. The next `get` opens PGlite again. */
  abandon(): void {
    this.#opened = undefined
  }

  async close(): Promise<void> {
    const pglite = await this.#opened
    await pglite?.close()
  }

  async #open(): Promise<PGlite> {
    const now = performance.now()
    if (this.#triedAt !== undefined && now - this.#triedAt < RETRY_DELAY_MS)
      throw new Error('the embedded PostgreSQL is down')
    this.#triedAt = now
    const options = { dataDir: this.#dataDir, extensions: EXTENSIONS, startParams: START_PARAMS }
    // PGlite rejects a dump for a directory that has a database.
    const isNew = !existsSync(`${this.#dataDir}/PG_VERSION`)
    return PGlite.create(isNew && this.#dump ? { ...options, loadDataDir: this.#dump } : options)
  }
}
