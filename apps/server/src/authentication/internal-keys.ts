import { createHash, timingSafeEqual } from 'node:crypto'
import type { InternalKey } from '../settings/setting-types.ts'
import { bearerToken } from './bearer.ts'

/** The keys of internal applications. */
export class InternalKeys {
  readonly #keys: readonly { name: string; digest: Uint8Array }[]

  constructor(keys: readonly InternalKey[]) {
    this.#keys = keys.map(({ name, key }) => ({ name, digest: sha256(key) }))
  }

  /** Returns the name of the key in an `Authorization` header; `undefined` for an unknown key. */
  nameOf(authorization: string | undefined): string | undefined {
    const token = bearerToken(authorization)
    if (token === undefined) return undefined
    const digest = sha256(token)
    // Compares all keys, each in constant time, so the duration reveals nothing.
    const [match] = this.#keys.filter((key) => timingSafeEqual(key.digest, digest))
    return match?.name
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
