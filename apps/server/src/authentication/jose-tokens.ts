import { randomUUID } from 'node:crypto'
import type { TokenIssuer, TokenSubject } from '@partner-accounts/core'
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose'
import type { SigningKey } from '../settings/setting-types.ts'
import { type VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

const ALGORITHM = 'HS256'
const TYPE = 'JWT'
const ISSUER = 'partner-accounts'
const AUDIENCE = 'partners/v1'
const PARTNER_CLAIM = 'partner_id'
const GENERATION_CLAIM = 'generation'
/** The format of generated ids. */
const ID = /^[0-9a-f]{24}$/
/** Tokens of the service have about 400 characters. */
const MAX_TOKEN_LENGTH = 4096
/** The maximum difference between the clocks of instances. */
const MAX_CLOCK_SKEW_SECONDS = 300

/** Issues and verifies partner tokens: JWTs signed with the first key of a keyring, valid under any key of it. */
export class JoseTokens implements TokenIssuer {
  readonly #keys: ReadonlyMap<string, CryptoKey>
  readonly #signingKid: string
  readonly #lifetimeSeconds: number
  readonly #verified = new VerifiedTokens()
  readonly #verifyUncached = (token: string) => this.#verify(token)

  private constructor(keys: ReadonlyMap<string, CryptoKey>, signingKid: string, lifetimeSeconds: number) {
    this.#keys = keys
    this.#signingKid = signingKid
    this.#lifetimeSeconds = lifetimeSeconds
  }

  static async create(keyring: readonly SigningKey[], lifetimeSeconds: number): Promise<JoseTokens> {
    const [first] = keyring
    if (!first) throw new Error('the keyring is empty')
    const imported = await Promise.all(keyring.map(async ({ kid, key }) => [kid, await importKey(key)] as const))
    return new JoseTokens(new Map(imported), first.kid, lifetimeSeconds)
  }

  issue({ userId, partnerId, tokenGeneration }: TokenSubject): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ [PARTNER_CLAIM]: partnerId, [GENERATION_CLAIM]: tokenGeneration })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: this.#signingKid })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + this.#lifetimeSeconds)
      .setJti(randomUUID())
      .sign(this.#key(this.#signingKid))
  }

  /** Returns the subject of the token, or `undefined` unless the service issued it and it is valid now. */
  async verify(token: string): Promise<TokenSubject | undefined> {
    return token.length > MAX_TOKEN_LENGTH ? undefined : this.#verified.subjectOf(token, this.#verifyUncached)
  }

  async #verify(token: string): Promise<VerifiedToken | undefined> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#key(kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'iat', 'exp', 'jti', PARTNER_CLAIM],
      })
      const { sub: userId, iat = 0, exp: expiresAt = 0, [PARTNER_CLAIM]: partnerId } = payload
      // Versions without token generations issued tokens without the claim.
      const { [GENERATION_CLAIM]: tokenGeneration = 0 } = payload
      if (!isId(userId) || !isId(partnerId) || typeof tokenGeneration !== 'number') return undefined
      if (iat > Date.now() / 1000 + MAX_CLOCK_SKEW_SECONDS) return undefined
      return { subject: { userId, partnerId, tokenGeneration }, expiresAt }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  #key(kid: string | undefined): CryptoKey {
    const key = this.#keys.get(kid ?? '')
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
}

const isId = (claim: unknown): claim is string => typeof claim === 'string' && ID.test(claim)

const importKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', Uint8Array.from(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
