import { createHash, timingSafeEqual } from 'node:crypto'
import { randomBytes } from '../random-bytes.ts'
import { seal, type SealContext, unseal } from '../sealing.ts'

export interface StoredCredentials {
  /** SHA-256, which suffices for 256 random bits. */
  secretHash: Uint8Array
  /** SHA-256; `null` once revoked. */
  apiTokenHash: Uint8Array | null
  /** `null` once revoked. */
  sealedApiToken: Uint8Array | null
}

export interface IssuedCredentials {
  apiToken: string
  secret: string
  stored: StoredCredentials
}

const KEY_BYTES = 32
const MAX_SECRET_LENGTH = 256

/**
 * Creates credentials of 256 random bits, with prefixes that leak scanners recognise. A token copied to another account
 * cannot be unsealed.
 */
export function issueCredentials(accountId: string): IssuedCredentials {
  const apiToken = `pat_${randomBytes(KEY_BYTES).toString('base64url')}`
  const secret = `pas_${randomBytes(KEY_BYTES).toString('base64url')}`
  return {
    apiToken,
    secret,
    stored: {
      secretHash: sha256(secret),
      apiTokenHash: hashApiToken(apiToken),
      sealedApiToken: seal(apiToken, secret, contextOf(accountId)),
    },
  }
}

/**
 * Returns the token (2.3); `null` when revoked, `undefined` for a wrong secret.
 *
 * @throws Error when the sealed token was changed or moved
 */
export function revealApiToken(
  accountId: string,
  stored: StoredCredentials,
  secret: string,
): string | null | undefined {
  if (secret.length > MAX_SECRET_LENGTH) return undefined
  if (!timingSafeEqual(sha256(secret), stored.secretHash)) return undefined
  return stored.sealedApiToken && unseal(stored.sealedApiToken, secret, contextOf(accountId))
}

export const hashApiToken = (apiToken: string): Uint8Array => sha256(apiToken)

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const contextOf = (accountId: string): SealContext => ({ purpose: 'account api_token', owner: accountId })
