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
    countedPartner: string | undefined
    /** A rejection that does not apply if the request signs in an integration. */
    heldRejection: RequestError | undefined
  }
}

export interface AdmitOptions {
  /** What the request counts towards the rate limit. */
  cost?: number
  /** The session of a cookie. An `Authorization` header takes precedence. */
  session?: TokenSubject | undefined
  /** A request that exceeds its network's limit becomes a held one instead of failing. */
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
 * @param partnerId `undefined` for other sign-ins, which fail if the request is held
 * @throws RequestError `rate-limited`
 */
export type AdmitSignIn = (request: FastifyRequest, reply: FastifyReply, partnerId: string | undefined) => Promise<void>

export interface Admission {
  admit: Admit
  admitSignIn: AdmitSignIn
  /** Runs a call, a few at a time for held requests: their networks exceed the limit. */
  runSignIn: <T>(request: FastifyRequest, call: () => Promise<T>) => Promise<T>
}

/** Maximum number of held requests that look up an integration concurrently. */
const MAX_HELD = 4
/** Maximum number of held requests that wait for that lookup. */
const MAX_HELD_WAITING = 100

/**
 * Creates the admission check: rate limit (part 8) first, then authentication (part 5), so a rejected request never
 * reaches the database. Headers follow draft-ietf-httpapi-ratelimit-headers.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { authenticator, countRequest, windowSeconds, countDecision, rejections, clientLog } = options
  const held = pLimit(MAX_HELD)

  function report(
    request: FastifyRequest,
    reply: FastifyReply,
    partnerId: string | undefined,
    decision: RateLimitDecision,
  ): void {
    countDecision(decision)
    if (!decision.allowed) clientLog.rateLimited({ requestId: request.id, origin: clientNetwork(request) }, partnerId)
    reply.header('ratelimit-policy', `"default";q=${decision.limit};w=${windowSeconds}`)
    reply.header('ratelimit', `"default";r=${decision.remaining};t=${decision.resetSeconds}`)
  }

  const admit: Admit = async (request, reply, { cost = 1, session, isSignIn = false } = {}) => {
    const { authorization } = request.headers
    const subject = authorization === undefined ? session : await authenticator.readToken(authorization)
    const partnerId = authenticator.countedPartner(subject)
    const pagesOf = authorization === undefined ? session?.userId : undefined
    const decision = await countRequest({ partnerId, pagesOf, network: clientNetwork(request) }, cost)
    request.countedPartner = partnerId
    request.partnerId = partnerId
    request.userId = subject?.userId
    if (subject?.partnerMode === 'test') reply.header('x-mode', 'test')

    report(request, reply, partnerId, decision)
    // Operators see the rejections of a partner's programs.
    if (!decision.allowed && partnerId !== undefined && pagesOf === undefined) rejections.count(partnerId)
    if (!decision.allowed) {
      if (!isSignIn || partnerId !== undefined) throw rateLimited(decision)
      request.heldRejection = rateLimited(decision)
    }
    const caller = await authenticator.identify(subject, singleHeader(request, 'x-mode'))
    // Keeps requests with a disabled user's token out of the partner's log.
    request.partnerId = caller.kind === 'portal-user' ? caller.access.partnerId : undefined
    return caller
  }

  return {
    admit,

    async admitSignIn(request, reply, partnerId) {
      const { heldRejection, countedPartner } = request
      if (partnerId === undefined) {
        if (heldRejection) throw heldRejection
        return
      }
      const network = clientNetwork(request)
      const ofNetwork = { partnerId: undefined, pagesOf: undefined, network }
      if (!heldRejection && countedPartner === undefined) await countRequest(ofNetwork, -1)
      request.heldRejection = undefined
      const decision = await countRequest({ ...ofNetwork, partnerId }, 1)
      report(request, reply, partnerId, decision)
      if (decision.allowed) return
      rejections.count(partnerId)
      throw rateLimited(decision)
    },

    async runSignIn(request, call) {
      if (!request.heldRejection) return call()
      if (held.pendingCount >= MAX_HELD_WAITING) throw request.heldRejection
      return held(call)
    },
  }
}

const rateLimited = ({ resetSeconds }: RateLimitDecision): RequestError =>
  new RequestError('rate-limited', { retryAfterSeconds: resetSeconds })
