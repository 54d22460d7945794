import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing, TokenPurpose } from '../authentication/key-ring.ts'
import { createTokenCookie } from '../authentication/token-cookie.ts'
import type { SignInSecrets } from './openid-provider.ts'

export interface SignInAttempt extends SignInSecrets {
  returnTo: string
}

const PURPOSE: TokenPurpose = { type: 'sign-in+jwt', audience: 'console' }
const LIFETIME_SECONDS = 600

export type SignInAttempts = ReturnType<typeof createSignInAttempts>

/**
 * Keeps a sign-in in a cookie, so any instance can complete it. With `SameSite=Strict`, browsers would not send the cookie to
 * the callback.
 */
export function createSignInAttempts(keyRing: KeyRing, { publicUrl }: { publicUrl: string }) {
  const cookie = createTokenCookie('console-sign-in', { sameSite: 'Lax', publicUrl })
  return {
    async begin(reply: FastifyReply, attempt: SignInAttempt): Promise<void> {
      cookie.write(reply, await keyRing.sign({ ...attempt }, PURPOSE, LIFETIME_SECONDS), LIFETIME_SECONDS)
    },

    /** Removes the attempt and returns it, or `undefined` if there is none or it has expired. */
    async take(request: FastifyRequest, reply: FastifyReply): Promise<SignInAttempt | undefined> {
      cookie.remove(reply)
      const token = cookie.read(request)
      const claims = token === undefined ? undefined : await keyRing.verify(token, PURPOSE, ['state', 'nonce'])
      return claims as SignInAttempt | undefined
    },
  }
}
