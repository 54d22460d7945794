import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@partner-accounts/api'
import type { InternalKey, InternalKeyScopes } from '../settings/internal-key-settings.ts'
import { bearerToken } from './authenticator.ts'

export class InternalKeys {
  readonly #keys: readonly { name: string; digest: Uint8Array }[]
  readonly #scopes: InternalKeyScopes

  constructor(keys: readonly InternalKey[], scopes: InternalKeyScopes) {
    this.#scopes = scopes
    this.#keys = keys.map(({ name, key }) => ({ name, digest: sha256(key) }))
  }

  callerOf(authorization: string | undefined): Caller | undefined {
    const token = bearerToken(authorization)
    if (token === undefined) return undefined
    const digest = sha256(token)
    // Compares all keys in constant time.
    const [match] = this.#keys.filter((key) => timingSafeEqual(key.digest, digest))
    return match && { kind: 'internal', name: match.name, scope: this.#scopes.get(match.name) }
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
