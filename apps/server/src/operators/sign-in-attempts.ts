import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing, TokenPurpose } from '../authentication/key-ring.ts'
import { TokenCookie } from '../sessions/token-cookie.ts'
import type { SignInSecrets } from './openid-provider.ts'

/** A sign-in that waits for the provider. */
export interface SignInAttempt extends SignInSecrets {
  /** The page of the console that opens afterwards. */
  returnTo: string
}

const PURPOSE: TokenPurpose = { type: 'sign-in+jwt', audience: 'console' }
const LIFETIME_SECONDS = 600

/**
 * Keeps a sign-in in a cookie of the browser that began it, so any instance can complete it. Not `SameSite=Strict`, because
 * the provider, another site, sends the browser back.
 */
export class SignInAttempts {
  readonly #keyRing: KeyRing
  readonly #cookie: TokenCookie

  /** @param publicUrl the service's address */
  constructor(keyRing: KeyRing, { publicUrl }: { publicUrl: string }) {
    this.#keyRing = keyRing
    this.#cookie = new TokenCookie('console-sign-in', { sameSite: 'Lax', publicUrl })
  }

  async begin(reply: FastifyReply, attempt: SignInAttempt): Promise<void> {
    const iat = Math.floor(Date.now() / 1000)
    const token = await this.#keyRing.sign({ ...attempt, iat, exp: iat + LIFETIME_SECONDS }, PURPOSE)
    this.#cookie.write(reply, token, LIFETIME_SECONDS)
  }

  /** Returns the attempt of the browser and removes it; `undefined` without one, or when it has expired. */
  async take(request: FastifyRequest, reply: FastifyReply): Promise<SignInAttempt | undefined> {
    this.#cookie.remove(reply)
    const token = this.#cookie.read(request)
    const claims = token === undefined ? undefined : await this.#keyRing.verify(token, PURPOSE, ['state', 'nonce'])
    return claims as SignInAttempt | undefined
  }
}
