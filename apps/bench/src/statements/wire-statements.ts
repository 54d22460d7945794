export interface Statement {
  text: string
  /** In PostgreSQL's text format; bytes as `\x…`. */
  values: (string | null)[]
}

const LENGTH_BYTES = 4
const BINARY = 1

/** Parses PostgreSQL's protocol (version 3) as `pg` uses it: simple queries, and Parse, Bind and Execute. */
export class WireStatements {
  readonly #onStatement: (statement: Statement) => void
  /** Texts by the names of prepared statements. */
  readonly #parsed = new Map<string, string>()
  #pending = Buffer.alloc(0)
  #hasStarted = false

  constructor(onStatement: (statement: Statement) => void) {
    this.#onStatement = onStatement
  }

  read(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk])
    for (;;) {
      // A connection's first message has no type.
      const typeBytes = this.#hasStarted ? 1 : 0
      if (this.#pending.length < typeBytes + LENGTH_BYTES) return
      const end = typeBytes + this.#pending.readInt32BE(typeBytes)
      if (this.#pending.length < end) return
      const type = this.#hasStarted ? String.fromCharCode(this.#pending[0]!) : ''
      this.#readMessage(type, new Fields(this.#pending.subarray(typeBytes + LENGTH_BYTES, end)))
      this.#hasStarted = true
      this.#pending = this.#pending.subarray(end)
    }
  }

  #readMessage(type: string, fields: Fields): void {
    if (type === 'Q') this.#onStatement({ text: fields.text(), values: [] })
    if (type === 'P') this.#readParse(fields)
    if (type === 'B') this.#readBind(fields)
  }

  #readParse(fields: Fields): void {
    const name = fields.text()
    const text = fields.text()
    this.#parsed.set(name, text)
  }

  #readBind(fields: Fields): void {
    fields.skipText() // the portal
    const name = fields.text()
    const text = this.#parsed.get(name) ?? ''
    const formats = fields.list(() => fields.int16())
    // Without a format, all values are text. A single format applies to all values.
    const formatOf = (index: number) => formats[formats.length === 1 ? 0 : index] ?? 0
    const values = fields.list((index) => fields.value(formatOf(index) === BINARY))
    this.#onStatement({ text, values })
  }
}

/** Reads the fields of a message, one after the other. */
class Fields {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  skipText(): void {
    this.text()
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  int16(): number {
    const number = this.#bytes.readInt16BE(this.#at)
    this.#at += 2
    return number
  }

  list<T>(read: (index: number) => T): T[] {
    return Array.from({ length: this.int16() }, (_, index) => read(index))
  }

  /** Reads a parameter's value. Returns `null` for NULL, and binary values as `\x…`. */
  value(isBinary: boolean): string | null {
    const length = this.#bytes.readInt32BE(this.#at)
    this.#at += LENGTH_BYTES
    if (length < 0) return null
    const end = this.#at + length
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return isBinary ? `\\x${bytes.toString('hex')}` : bytes.toString('utf8')
  }
}
