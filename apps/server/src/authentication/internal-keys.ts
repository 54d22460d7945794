import { createHash, timingSafeEqual } from 'node:crypto'
import type { InternalKey } from '../settings/setting-types.ts'
import { bearerToken } from './bearer.ts'

/** The keys of internal applications. */
export class InternalKeys {
  readonly #keys: readonly { name: string; digest: Uint8Array }[]

  constructor(keys: readonly InternalKey[]) {
    this.#keys = keys.map(({ name, key }) => ({ name, digest: sha256(key) }))
  }

  /** The name of the key in an `Authorization` header; undefined when it is none of ours. */
  nameOf(authorization: string | undefined): string | undefined {
    const token = bearerToken(authorization)
    if (token === undefined) return undefined
    const digest = sha256(token)
    // All are compared, each in constant time: how long it takes tells nothing.
    const [match] = this.#keys.filter((key) => timingSafeEqual(key.digest, digest))
    return match?.name
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
