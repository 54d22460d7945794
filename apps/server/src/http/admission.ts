import { type Caller, RequestError } from '@partner-accounts/api'
import type { TokenSubject } from '@partner-accounts/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../authentication/authenticator.ts'
import type { ClientLog } from '../logging/client-log.ts'
import { clientNetwork } from './client-address.ts'
import { singleHeader } from './single-header.ts'
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
  clientLog: Pick<ClientLog, 'rateLimited'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The partner towards whose limit the request counts; `undefined` if it counts towards that of the client's network. */
    rateLimitedPartnerId: string | undefined
    /**
     * The decision on a sign-in whose network exceeds its limit. It is dropped if an integration signs in; else the sign-in is
     * rejected.
     */
    deferredRejection: RateLimitDecision | undefined
  }
}

export interface AdmitOptions {
  /** Number of requests as which this one counts towards the rate limit. Default: 1. */
  cost?: number
  /** The session of a cookie. An `Authorization` header takes precedence. */
  session?: TokenSubject | undefined
  /** Defers the rejection of a request that exceeds the limit of its network. */
  isSignIn?: boolean
}

/**
 * Counts a request and identifies its caller.
 *
 * @throws RequestError `rate-limited`
 * @throws `storage-unavailable`
 */
export type Admit = (request: FastifyRequest, reply: FastifyReply, options?: AdmitOptions) => Promise<Caller>

/**
 * Counts the sign-in of an integration for its partner instead of the client's network, which all customers of an
 * integration platform may share.
 *
 * @param partnerId that of the integration. `undefined` for any other sign-in, and for a wrong password: if `admit` deferred
 * the rejection, the request is rejected now
 * @throws RequestError `rate-limited`
 */
export type AdmitSignIn = (request: FastifyRequest, reply: FastifyReply, partnerId: string | undefined) => Promise<void>

export interface Admission {
  admit: Admit
  admitSignIn: AdmitSignIn
  /**
   * Returns the error to send for a failed request. For a sign-in with a deferred rejection, that is the rejection (429), which
   * is counted now.
   */
  errorToSend: (request: FastifyRequest, error: unknown) => unknown
}

/**
 * Creates the admission check. It reads the token, applies the rate limit (part 8), and only then authenticates (part 5), so a
 * rejected request never reaches the database. Headers follow draft-ietf-httpapi-ratelimit-headers.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { authenticator, countRequest, windowSeconds, countDecision, rejections, clientLog } = options

  function setHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: RateLimitDecision): void {
    reply.header('ratelimit-policy', `"default";q=${limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`)
  }

  function report(request: FastifyRequest, partnerId: string | undefined, decision: RateLimitDecision): void {
    countDecision(decision)
    if (!decision.allowed) clientLog.rateLimited({ requestId: request.id, network: clientNetwork(request) }, partnerId)
  }

  const admit: Admit = async (request, reply, { cost = 1, session, isSignIn = false } = {}) => {
    const { authorization } = request.headers
    const subject = authorization === undefined ? session : await authenticator.readToken(authorization)
    const partnerId = authenticator.rateLimitedPartnerId(subject)
    const pageUserId = authorization === undefined ? session?.userId : undefined
    const decision = await countRequest({ partnerId, pageUserId, network: clientNetwork(request) }, cost)
    request.rateLimitedPartnerId = partnerId
    request.partnerId = partnerId
    request.userId = subject?.userId
    if (subject?.partnerMode === 'test') reply.header('x-mode', 'test')

    setHeaders(reply, decision)
    if (!decision.allowed && isSignIn && partnerId === undefined) {
      request.deferredRejection = decision
    } else {
      report(request, partnerId, decision)
      // Operators see these counts. They are about a partner's programs, not about its pages.
      if (!decision.allowed && partnerId !== undefined && pageUserId === undefined) rejections.count(partnerId)
      if (!decision.allowed) throw rateLimited(decision)
    }
    const caller = await authenticator.identify(subject, singleHeader(request, 'x-mode'))
    // Without a caller, such as for the token of a disabled user, the request does not appear in the partner's log.
    request.partnerId = caller.kind === 'portal-user' ? caller.access.partnerId : undefined
    return caller
  }

  return {
    admit,

    async admitSignIn(request, reply, partnerId) {
      const { deferredRejection, rateLimitedPartnerId } = request
      if (partnerId === undefined) {
        if (deferredRejection) throw rateLimited(deferredRejection)
        return
      }
      const network = clientNetwork(request)
      // Takes back the request that `admit` counted for the network, unless it was rejected and therefore not counted.
      if (!deferredRejection && rateLimitedPartnerId === undefined) {
        await countRequest({ partnerId: undefined, pageUserId: undefined, network }, -1)
      }
      request.deferredRejection = undefined
      const decision = await countRequest({ partnerId, pageUserId: undefined, network }, 1)
      setHeaders(reply, decision)
      report(request, partnerId, decision)
      if (decision.allowed) return
      rejections.count(partnerId)
      throw rateLimited(decision)
    },

    errorToSend(request, error) {
      const { deferredRejection } = request
      if (!deferredRejection) return error
      report(request, undefined, deferredRejection)
      return rateLimited(deferredRejection)
    },
  }
}

const rateLimited = ({ resetSeconds }: RateLimitDecision): RequestError =>
  new RequestError('rate-limited', { retryAfterSeconds: resetSeconds })
