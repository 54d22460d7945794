import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing, TokenPurpose } from '../authentication/key-ring.ts'
import { TokenCookie } from '../sessions/token-cookie.ts'
import type { SignInSecrets } from './openid-provider.ts'

export interface SignInAttempt extends SignInSecrets {
  returnTo: string
}

const PURPOSE: TokenPurpose = { type: 'sign-in+jwt', audience: 'console' }
const LIFETIME_SECONDS = 600

/** Keeps a sign-in in a cookie, so any instance can complete it. `SameSite=Strict` would hide it from the callback. */
export class SignInAttempts {
  readonly #keyRing: KeyRing
  readonly #cookie: TokenCookie

  constructor(keyRing: KeyRing, { publicUrl }: { publicUrl: string }) {
    this.#keyRing = keyRing
    this.#cookie = new TokenCookie('console-sign-in', { sameSite: 'Lax', publicUrl })
  }

  async begin(reply: FastifyReply, attempt: SignInAttempt): Promise<void> {
    const iat = Math.floor(Date.now() / 1000)
    const token = await this.#keyRing.sign({ ...attempt, iat, exp: iat + LIFETIME_SECONDS }, PURPOSE)
    this.#cookie.write(reply, token, LIFETIME_SECONDS)
  }

  /** Removes and returns the attempt; `undefined` without one, or when expired. */
  async take(request: FastifyRequest, reply: FastifyReply): Promise<SignInAttempt | undefined> {
    this.#cookie.remove(reply)
    const token = this.#cookie.read(request)
    const claims = token === undefined ? undefined : await this.#keyRing.verify(token, PURPOSE, ['state', 'nonce'])
    return claims as SignInAttempt | undefined
  }
}
