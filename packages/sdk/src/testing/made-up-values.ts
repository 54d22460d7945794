const encode = (text: string) => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')

/**
 * Generates values in the formats of the service. They are numbered, not random: with a fixed clock, a test gets the
 * same values every time.
 */
export class MadeUpValues {
  #count = 0

  /** Returns 24 hexadecimal characters that start with the time. */
  id(now: number): string {
    return hex(now) + hex(++this.#count)
  }

  /** Returns 32 bytes in base64url: a name and a number. */
  bytes(what: string): string {
    return encode(`${what} ${++this.#count}`.padEnd(32, '.'))
  }

  /** Returns a number that no other value contains. */
  number(): number {
    return ++this.#count
  }
}

const hex = (value: number) => Math.trunc(value).toString(16).padStart(12, '0')

/** Encodes a part of a JWT. */
export const encodeJson = (value: object): string => encode(JSON.stringify(value))
