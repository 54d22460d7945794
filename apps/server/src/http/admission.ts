import { type Caller, RequestError } from '@partner-accounts/api'
import type { TokenSubject } from '@partner-accounts/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../authentication/authenticator.ts'
import { clientNetwork } from './client-network.ts'
import type { RateLimitDecision } from '../rate-limit/rate-limiter.ts'
import type { CountRequest } from '../rate-limit/request-limiter.ts'

export interface AdmissionOptions {
  authenticator: Authenticator
  countRequest: CountRequest
  /** Part 8, as reported in `RateLimit-Policy`. */
  policy: { requests: number; windowSeconds: number }
  /** @param partnerId the partner that the request counts for */
  onDecision: (decision: RateLimitDecision, partnerId: string | undefined) => void
}

/** How a request is counted, and by what its caller is identified besides a token. */
export interface AdmitOptions {
  /** The number of calls in the request. */
  cost?: number
  /** The portal user of a session cookie. An `Authorization` header takes precedence. */
  session?: TokenSubject | undefined
}

/**
 * Counts a request and identifies its caller.
 *
 * @throws RequestError `rate-limited`
 * @throws DomainError `storage-unavailable`
 */
export type Admit = (request: FastifyRequest, reply: FastifyReply, options?: AdmitOptions) => Promise<Caller>

/**
 * Creates the check of part 8, then part 5. A request that exceeds the limit needs no query. The headers follow
 * draft-ietf-httpapi-ratelimit-headers.
 */
export function createAdmit({ authenticator, countRequest, policy, onDecision }: AdmissionOptions): Admit {
  const policyHeader = `"default";q=${policy.requests};w=${policy.windowSeconds}`

  return async (request, reply, { cost = 1, session } = {}) => {
    const { authorization } = request.headers
    const subject = authorization === undefined ? session : await authenticator.readToken(authorization)
    const partnerId = authenticator.countedPartner(subject)
    const decision = await countRequest(partnerId, clientNetwork(request), cost)
    onDecision(decision, partnerId)
    request.partnerId = partnerId

    reply.header('ratelimit-policy', policyHeader)
    reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`)
    if (!decision.allowed) throw new RequestError('rate-limited', { retryAfterSeconds: decision.resetSeconds })
    const caller = await authenticator.identify(subject)
    // Requests with the token of a disabled user are not the partner's: they do not appear in its log.
    request.partnerId = caller.kind === 'portal-user' ? caller.access.partnerId : undefined
    return caller
  }
}
