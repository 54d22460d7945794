const encode = (text: string) => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')

/**
 * Values in the service's formats, numbered rather than random: with a fixed clock, a test gets the same ones every
 * time.
 */
export class MadeUpValues {
  #count = 0

  /** 24 hexadecimal characters that start with the time. */
  id(now: number): string {
    return hex(now) + hex(this.number())
  }

  /** 32 bytes in base64url: a name and a number. */
  bytes(what: string): string {
    return encode(`${what} ${this.number()}`.padEnd(32, '.'))
  }

  number(): number {
    this.#count += 1
    return this.#count
  }
}

const hex = (value: number) => Math.trunc(value).toString(16).padStart(12, '0')

export const encodeJson = (value: object): string => encode(JSON.stringify(value))
