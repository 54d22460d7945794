import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import type { RevivingPGlite } from './reviving-pglite.ts'

const LENGTH_BYTES = 4
const TYPE_BYTES = 1
/** Types of messages after which the client waits: Sync, Query, Flush, password, CopyDone and CopyFail. */
const END_OF_REQUEST = new Set([...'SQHpcf'].map((type) => type.charCodeAt(0)))
const TERMINATE = 'X'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
/** First field of a panic's error response: type S (severity), then its value. */
const PANIC = Buffer.from('SPANIC\0')

/** Returns the error of a closed connection, as `pg` and Prisma recognize it. */
const closedError = () =>
  Object.assign(new Error('the embedded PostgreSQL has failed'), { code: 'ECONNRESET', syscall: 'read', errno: -104 })

/**
 * Replaces a `pg` client's socket. Buffers messages until `pg` waits for a response, because one call of PGlite takes
 * messages and returns their whole response.
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

  // The methods of net.Socket that `pg` calls.
  connect(): this {
    this.#reviving.get().then(
      (pglite) => {
        this.#pglite = pglite
        this.emit('connect')
      },
      () => this.destroy(closedError()),
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
    const requests = this.#takeRequests()
    if (!requests || !this.#pglite) return done()
    this.#pglite.execProtocolRaw(requests).then(
      (response) => {
        if (hasPanic(response)) return this.#fail(done)
        this.push(response)
        done()
      },
      () => this.#fail(done),
    )
  }

  #fail(done: (error: Error) => void): void {
    this.#reviving.abandon()
    done(closedError())
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  /** Removes and returns the messages up to the last one after which `pg` waits. Keeps the messages after that one. */
  #takeRequests(): Buffer | undefined {
    let end = 0
    let offset = 0
    for (;;) {
      // Only the startup message lacks a type byte.
      const typeBytes = this.#startupSeen ? TYPE_BYTES : 0
      if (this.#pending.length < offset + typeBytes + LENGTH_BYTES) break
      const length = typeBytes + this.#pending.readUInt32BE(offset + typeBytes)
      if (this.#pending.length < offset + length) break

      const type = this.#startupSeen ? this.#pending[offset] : undefined
      this.#startupSeen = true
      offset += length
      // Closes the connection, not PGlite.
      if (type === TERMINATE) this.push(null)
      else if (type === undefined || END_OF_REQUEST.has(type)) end = offset
    }
    if (end === 0) return undefined
    const requests = this.#pending.subarray(0, end)
    this.#pending = this.#pending.subarray(end)
    return requests
  }
}

/** Returns whether PostgreSQL reports a panic, after which it never responds again. */
function hasPanic(response: Uint8Array): boolean {
  const bytes = Buffer.from(response.buffer, response.byteOffset, response.byteLength)
  for (let offset = 0; offset + TYPE_BYTES + LENGTH_BYTES <= bytes.length;) {
    const end = offset + TYPE_BYTES + bytes.readUInt32BE(offset + TYPE_BYTES)
    const body = bytes.subarray(offset + TYPE_BYTES + LENGTH_BYTES, end)
    if (bytes[offset] === ERROR && body.subarray(0, PANIC.length).equals(PANIC)) return true
    offset = end
  }
  return false
}
