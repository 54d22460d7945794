import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing, TokenPurpose } from '../authentication/key-ring.ts'
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
  readonly #name: string
  readonly #attributes: string

  /** @param secure whether browsers use TLS */
  constructor(keyRing: KeyRing, { secure }: { secure: boolean }) {
    this.#keyRing = keyRing
    this.#name = `${secure ? '__Host-' : ''}console-sign-in`
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  }

  async begin(reply: FastifyReply, attempt: SignInAttempt): Promise<void> {
    const iat = Math.floor(Date.now() / 1000)
    const token = await this.#keyRing.sign({ ...attempt, iat, exp: iat + LIFETIME_SECONDS }, PURPOSE)
    reply.header('set-cookie', `${this.#name}=${token}; ${this.#attributes}; Max-Age=${LIFETIME_SECONDS}`)
  }

  /** Returns the attempt of the browser and removes it; `undefined` without one, or when it has expired. */
  async take(request: FastifyRequest, reply: FastifyReply): Promise<SignInAttempt | undefined> {
    reply.header('set-cookie', `${this.#name}=; ${this.#attributes}; Max-Age=0`)
    const pattern = new RegExp(`(?:^|; *)${this.#name}=([\\w.-]+)`)
    const [, token] = pattern.exec(request.headers.cookie ?? '') ?? []
    const claims = token === undefined ? undefined : await this.#keyRing.verify(token, PURPOSE, ['state', 'nonce'])
    return claims as SignInAttempt | undefined
  }
}
