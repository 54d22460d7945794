import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import type { RevivingPGlite } from './reviving-pglite.ts'

const LENGTH_BYTES = 4
const TYPE_BYTES = 1
/** Sync, Query, Flush, password and the ends of COPY: after these the client waits for a response. */
const TURN_ENDING = new Set([...'SQHpcf'].map((type) => type.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
/** The first field of an error: its severity. */
const PANIC = Buffer.from('SPANIC\0')

/** Creates the error of a connection that the server has closed, as `pg` and Prisma know it. */
const closed = () =>
  Object.assign(new Error('the embedded PostgreSQL has failed'), { code: 'ECONNRESET', syscall: 'read', errno: -104 })

/**
 * Stands in for the socket of a `pg` client: passes PostgreSQL's wire protocol to a PGlite in this process.
 *
 * What `pg` writes is buffered until it waits for a response, then passed on as a whole, because PGlite responds before
 * it returns.
 */
export class PGliteStream extends Duplex {
  readonly #reviving: RevivingPGlite
  #pglite: PGlite | undefined
  #pending: Buffer = Buffer.alloc(0)
  #startupSeen = false

  constructor(pglite: RevivingPGlite) {
    super()
    this.#reviving = pglite
  }

  // What `pg` calls on a net.Socket.
  connect(): this {
    this.#reviving.get().then(
      (pglite) => {
        this.#pglite = pglite
        this.emit('connect')
      },
      () => this.destroy(closed()),
    )
    return this
  }
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending = Buffer.concat([this.#pending, chunk])
    const turn = this.#takeTurn()
    if (!turn || !this.#pglite) return done()
    this.#pglite.execProtocolRaw(turn).then(
      (answer) => {
        if (panicked(answer)) return this.#fail(done)
        this.push(answer)
        done()
      },
      () => this.#fail(done),
    )
  }

  #fail(done: (error: Error) => void): void {
    this.#reviving.abandon()
    done(closed())
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

/** Returns whether a response contains a panic, after which PostgreSQL never responds again. */
function panicked(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  for (let offset = 0; offset + TYPE_BYTES + LENGTH_BYTES <= bytes.length;) {
    const end = offset + TYPE_BYTES + bytes.readUInt32BE(offset + TYPE_BYTES)
    const body = bytes.subarray(offset + TYPE_BYTES + LENGTH_BYTES, end)
    if (bytes[offset] === ERROR && body.subarray(0, PANIC.length).equals(PANIC)) return true
    offset = end
  }
  return false
}
