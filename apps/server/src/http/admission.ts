import { type Caller, RequestError } from '@partner-accounts/api'
import type { TokenSubject } from '@partner-accounts/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../authentication/authenticator.ts'
import { clientNetwork } from './api-context.ts'
import type { RateLimitDecision } from '../rate-limit/rate-limiter.ts'
import type { RejectionLog } from '../rate-limit/rejection-log.ts'
import type { CountRequest } from '../rate-limit/request-limiter.ts'

export interface AdmissionOptions {
  authenticator: Authenticator
  countRequest: CountRequest
  /** Reported in `RateLimit-Policy` (part 8). */
  windowSeconds: number
  countDecision: (decision: RateLimitDecision) => void
  rejections: Pick<RejectionLog, 'count'>
}

/** The request's rate limit cost, and the session to use when there is no token. */
export interface AdmitOptions {
  cost?: number
  /** From a cookie; an `Authorization` header wins. */
  session?: TokenSubject | undefined
}

/**
 * Counts a request and identifies its caller.
 *
 * @throws RequestError `rate-limited`
 * @throws `storage-unavailable`
 */
export type Admit = (request: FastifyRequest, reply: FastifyReply, options?: AdmitOptions) => Promise<Caller>

/**
 * Creates the admission check: rate limit (part 8) first, then authentication (part 5), so a rejected request never
 * reaches the database. Headers follow draft-ietf-httpapi-ratelimit-headers.
 */
export function createAdmit({
  authenticator,
  countRequest,
  windowSeconds,
  countDecision,
  rejections,
}: AdmissionOptions): Admit {
  return async (request, reply, { cost = 1, session } = {}) => {
    const { authorization } = request.headers
    const subject = authorization === undefined ? session : await authenticator.readToken(authorization)
    const partnerId = authenticator.countedPartner(subject)
    const decision = await countRequest(partnerId, clientNetwork(request), cost)
    countDecision(decision)
    if (!decision.allowed && partnerId !== undefined) rejections.count(partnerId)
    request.partnerId = partnerId
    request.userId = subject?.userId
    if (subject?.partnerMode === 'test') reply.header('x-mode', 'test')

    reply.header('ratelimit-policy', `"default";q=${decision.limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`)
    if (!decision.allowed) throw new RequestError('rate-limited', { retryAfterSeconds: decision.resetSeconds })
    const caller = await authenticator.identify(subject, request.headers['x-mode']?.toString())
    // Keeps requests with a disabled user's token out of the partner's log.
    request.partnerId = caller.kind === 'portal-user' ? caller.access.partnerId : undefined
    return caller
  }
}
