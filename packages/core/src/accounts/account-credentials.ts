import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { seal, type SealContext, unseal } from '../sealing.ts'

/** What is kept of an account's token and secret: enough to check either, not to learn either. */
export interface StoredCredentials {
  /** SHA-256. A secret has 256 random bits, so nothing slower is needed: there is nothing to guess. */
  secretHash: Uint8Array
  /** SHA-256; null once the token is revoked. */
  apiTokenHash: Uint8Array | null
  /** The token, readable only with the secret; null once the token is revoked. */
  sealedApiToken: Uint8Array | null
}

/** A token and secret as they are shown, once, and as they are kept. */
export interface IssuedCredentials {
  apiToken: string
  secret: string
  stored: StoredCredentials
}

const KEY_BYTES = 32
const LONGEST_SECRET = 256

/**
 * New credentials for an account. Both have 256 random bits behind a prefix by which people and
 * leak scanners recognise them.
 *
 * @param accountId bound into the seal: a sealed token moved to another account does not open
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
 * The account's token for who knows its secret (2.3).
 *
 * @returns the token; null when it was revoked; undefined when the secret is not the account's
 */
export function revealApiToken(
  accountId: string,
  stored: StoredCredentials,
  secret: string,
): string | null | undefined {
  if (secret.length > LONGEST_SECRET) return undefined
  if (!timingSafeEqual(sha256(secret), stored.secretHash)) return undefined
  return stored.sealedApiToken && unseal(stored.sealedApiToken, secret, contextOf(accountId))
}

/** By which an account is found for its token. */
export const hashApiToken = (apiToken: string): Uint8Array => sha256(apiToken)

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const contextOf = (accountId: string): SealContext => ({ purpose: 'account api_token', owner: accountId })
