import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

const LENGTH_BYTES = 4
const TYPE_BYTES = 1
/** Sync, Query, Flush, password and the ends of COPY: after these the client waits for an answer. */
const TURN_ENDING = new Set([...'SQHpcf'].map((type) => type.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)

/**
 * The socket that `pg` believes to hold: PostgreSQL's wire protocol, spoken to a PGlite in this process.
 *
 * What `pg` writes is gathered up to the end of a turn and handed over whole, since PGlite answers what it is
 * given before it returns.
 */
export class PGliteStream extends Duplex {
  readonly #pglite: PGlite
  #pending: Buffer = Buffer.alloc(0)
  #startupSeen = false

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
  }

  // What `pg` calls on a net.Socket.
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending = Buffer.concat([this.#pending, chunk])
    const turn = this.#takeTurn()
    if (!turn) return done()
    this.#pglite.execProtocolRaw(turn).then(
      (answer) => {
        this.push(answer)
        done()
      },
      (error: Error) => done(error),
    )
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  /** Cuts the complete turns off the pending bytes. */
  #takeTurn(): Buffer | undefined {
    let end = 0
    let offset = 0
    for (;;) {
      // The startup message alone has no type byte.
      const typeBytes = this.#startupSeen ? TYPE_BYTES : 0
      if (this.#pending.length < offset + typeBytes + LENGTH_BYTES) break
      const length = typeBytes + this.#pending.readUInt32BE(offset + typeBytes)
      if (this.#pending.length < offset + length) break

      const type = this.#startupSeen ? this.#pending[offset] : undefined
      this.#startupSeen = true
      offset += length
      // PGlite is closed by its owner, not by a connection that ends.
      if (type === TERMINATE) this.push(null)
      else if (type === undefined || TURN_ENDING.has(type)) end = offset
    }
    if (end === 0) return undefined
    const turn = this.#pending.subarray(0, end)
    this.#pending = this.#pending.subarray(end)
    return turn
  }
}
