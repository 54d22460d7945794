import { hash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@partner-accounts/api'
import type { InternalKey, InternalKeyScopes } from '../settings/internal-key-settings.ts'
import { bearerToken } from './authenticator.ts'

/** Returns the internal application of an `Authorization` header. */
export type FindInternalCaller = (authorization: string | undefined) => Caller | undefined

export function createInternalKeys(keys: readonly InternalKey[], scopes: InternalKeyScopes): FindInternalCaller {
  const digests = keys.map(({ name, key }) => ({ name, digest: hash('sha256', key, 'buffer') }))
  return (authorization) => {
    const token = bearerToken(authorization)
    if (token === undefined) return undefined
    const digest = hash('sha256', token, 'buffer')
    // Compares all keys in constant time.
    const [match] = digests.filter((key) => timingSafeEqual(key.digest, digest))
    return match && { kind: 'internal', name: match.name, scope: scopes.get(match.name) }
  }
}
