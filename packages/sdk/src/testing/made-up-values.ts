const encode = (text: string) => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')

/**
 * Values of the forms that the service makes. They are counted up, not drawn: with the clock held, a test gets the
 * same ones every time.
 */
export class MadeUpValues {
  #count = 0

  /** 24 hexadecimal characters; the first ones tell the time. */
  id(now: number): string {
    return hex(now) + hex(++this.#count)
  }

  /** 32 bytes in base64url: what they are, and a number. */
  bytes(what: string): string {
    return encode(`${what} ${++this.#count}`.padEnd(32, '.'))
  }

  /** A number that no other value has. */
  number(): number {
    return ++this.#count
  }
}

const hex = (value: number) => Math.trunc(value).toString(16).padStart(12, '0')

/** A part of a JWT. */
export const encodeJson = (value: object): string => encode(JSON.stringify(value))
