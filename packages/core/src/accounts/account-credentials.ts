import { timingSafeEqual } from 'node:crypto'
import { seal, type SealContext, unseal } from '../secrets/sealing.ts'
import { randomSecret, sha256 } from '../secrets/secrets.ts'

export interface StoredCredentials {
  /** SHA-256. */
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

/** Creates a token and a secret. The token is sealed for this account: it cannot be unsealed in the row of another one. */
export function issueCredentials(accountId: string): IssuedCredentials {
  const apiToken = randomSecret('pat_')
  const secret = randomSecret('pas_')
  return {
    apiToken,
    secret,
    stored: {
      secretHash: sha256(secret),
      apiTokenHash: sha256(apiToken),
      sealedApiToken: seal(apiToken, secret, contextOf(accountId)),
    },
  }
}

/**
 * Returns the token (2.3), `null` if it was revoked, or `undefined` for a wrong secret.
 *
 * @throws Error when the sealed token was changed or moved
 */
export function revealApiToken(
  accountId: string,
  stored: StoredCredentials,
  secret: string,
): string | null | undefined {
  if (!timingSafeEqual(sha256(secret), stored.secretHash)) return undefined
  return stored.sealedApiToken && unseal(stored.sealedApiToken, secret, contextOf(accountId))
}

const contextOf = (accountId: string): SealContext => ({ purpose: 'account api_token', owner: accountId })
