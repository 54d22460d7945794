import { type Caller, RequestError } from '@partner-accounts/api'
import type { TokenSubject } from '@partner-accounts/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
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
    /** The partner whose limit counted the request; `undefined` if the limit of the client's network did. */
    rateLimitedPartnerId: string | undefined
    /**
     * The rejection of a sign-in whose network exceeds its limit. It does not apply to the sign-in of an integration.
     */
    deferredRejection: RequestError | undefined
  }
}

export interface AdmitOptions {
  /** What the request counts towards the rate limit. */
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
 * @param partnerId `undefined` for any other sign-in, which fails with its deferred rejection, if it has one
 * @throws RequestError `rate-limited`
 */
export type AdmitSignIn = (request: FastifyRequest, reply: FastifyReply, partnerId: string | undefined) => Promise<void>

export interface Admission {
  admit: Admit
  admitSignIn: AdmitSignIn
  /** Runs the call of a sign-in. All requests with a deferred rejection share a few slots. */
  runSignIn: <T>(request: FastifyRequest, call: () => Promise<T>) => Promise<T>
}

/** Maximum number of concurrent sign-ins with a deferred rejection. */
const MAX_DEFERRED = 4
/** Maximum number of sign-ins with a deferred rejection that wait for a slot. */
const MAX_DEFERRED_WAITING = 100

/**
 * Creates the admission check: rate limit (part 8) first, then authentication (part 5), so a rejected request never
 * reaches the database. Headers follow draft-ietf-httpapi-ratelimit-headers.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { authenticator, countRequest, windowSeconds, countDecision, rejections, clientLog } = options
  const limitDeferred = pLimit(MAX_DEFERRED)

  function report(
    request: FastifyRequest,
    reply: FastifyReply,
    partnerId: string | undefined,
    decision: RateLimitDecision,
  ): void {
    countDecision(decision)
    if (!decision.allowed) clientLog.rateLimited({ requestId: request.id, network: clientNetwork(request) }, partnerId)
    reply.header('ratelimit-policy', `"default";q=${decision.limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`)
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

    report(request, reply, partnerId, decision)
    // Operators see these counts. They are about a partner's programs, not about its pages.
    if (!decision.allowed && partnerId !== undefined && pageUserId === undefined) rejections.count(partnerId)
    if (!decision.allowed) {
      if (!isSignIn || partnerId !== undefined) throw rateLimited(decision)
      request.deferredRejection = rateLimited(decision)
    }
    const caller = await authenticator.identify(subject, singleHeader(request, 'x-mode'))
    // Keeps requests with a disabled user's token out of the partner's log.
    request.partnerId = caller.kind === 'portal-user' ? caller.access.partnerId : undefined
    return caller
  }

  return {
    admit,

    async admitSignIn(request, reply, partnerId) {
      const { deferredRejection, rateLimitedPartnerId } = request
      if (partnerId === undefined) {
        if (deferredRejection) throw deferredRejection
        return
      }
      const network = clientNetwork(request)
      // Takes back the request that `admit` counted for the network, unless it was rejected and therefore not counted.
      if (!deferredRejection && rateLimitedPartnerId === undefined) {
        await countRequest({ partnerId: undefined, pageUserId: undefined, network }, -1)
      }
      request.deferredRejection = undefined
      const decision = await countRequest({ partnerId, pageUserId: undefined, network }, 1)
      report(request, reply, partnerId, decision)
      if (decision.allowed) return
      rejections.count(partnerId)
      throw rateLimited(decision)
    },

    async runSignIn(request, call) {
      if (!request.deferredRejection) return call()
      if (limitDeferred.pendingCount >= MAX_DEFERRED_WAITING) throw request.deferredRejection
      return limitDeferred(call)
    },
  }
}

const rateLimited = ({ resetSeconds }: RateLimitDecision): RequestError =>
  new RequestError('rate-limited', { retryAfterSeconds: resetSeconds })
