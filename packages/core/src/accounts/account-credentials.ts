import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { seal, type SealContext, unseal } from '../sealing.ts'

/** The stored form of an account's token and secret. Either can be checked against it; neither can be read from it. */
export interface StoredCredentials {
  /** SHA-256. A slow hash is not needed: a secret has 256 random bits and cannot be guessed. */
  secretHash: Uint8Array
  /** SHA-256; `null` once the token is revoked. */
  apiTokenHash: Uint8Array | null
  /** The token, encrypted with the secret; `null` once the token is revoked. */
  sealedApiToken: Uint8Array | null
}

/** A new token and secret, which are shown once, and their stored form. */
export interface IssuedCredentials {
  apiToken: string
  secret: string
  stored: StoredCredentials
}

const KEY_BYTES = 32
const MAX_SECRET_LENGTH = 256

/**
 * Creates credentials for an account. Each has 256 random bits and a prefix by which people and leak scanners
 * recognise it.
 *
 * @param accountId is authenticated by the seal, so a sealed token copied to another account cannot be unsealed
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
 * Returns the account's token if `secret` is the account's secret (2.3).
 *
 * @returns the token; `null` when it was revoked; `undefined` when the secret is not the account's
 * @throws Error when the sealed token was changed or belongs to another account
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

/** Returns the hash that is stored of a token, and by which its account is found. */
export const hashApiToken = (apiToken: string): Uint8Array => sha256(apiToken)

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const contextOf = (accountId: string): SealContext => ({ purpose: 'account api_token', owner: accountId })
