import { type CryptoKey, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { NamedKey } from '../settings/setting-types.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'partner-accounts'
/** Tokens of the service have about 400 characters. */
const MAX_TOKEN_LENGTH = 4096
const MAX_CLOCK_SKEW_SECONDS = 300

/** Tokens are valid for their own purpose only. */
export interface TokenPurpose {
  type: string
  audience: string
}

export type KeyRing = Awaited<ReturnType<typeof createKeyRing>>

/** The first key signs, every key verifies. */
export async function createKeyRing(keyring: readonly NamedKey[]) {
  const [first] = keyring
  if (!first) throw new Error('the keyring is empty')
  const keys = new Map(await Promise.all(keyring.map(async ({ kid, key }) => [kid, await importKey(key)] as const)))
  function keyOf(kid: string | undefined): CryptoKey {
    const key = keys.get(kid ?? '')
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  return {
    /** @param claims without issuer, audience and times */
    sign(claims: JWTPayload, { type, audience }: TokenPurpose, lifetimeSeconds: number): Promise<string> {
      const issuedAt = nowSeconds()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: type, kid: first.kid })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(keyOf(first.kid))
    },

    /** Returns the claims; `undefined` unless signed for this purpose, valid, and with all `requiredClaims`. */
    async verify(
      token: string,
      { type, audience }: TokenPurpose,
      requiredClaims: readonly string[],
    ): Promise<JWTPayload | undefined> {
      if (token.length > MAX_TOKEN_LENGTH) return undefined
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyOf(kid), {
          algorithms: [ALGORITHM],
          typ: type,
          issuer: ISSUER,
          audience,
          requiredClaims: ['iat', 'exp', ...requiredClaims],
        })
        const isFromFuture = (payload.iat ?? 0) > Date.now() / 1000 + MAX_CLOCK_SKEW_SECONDS
        return isFromFuture ? undefined : payload
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)

const importKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', Uint8Array.from(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
