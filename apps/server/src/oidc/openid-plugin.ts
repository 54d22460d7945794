import { LOCALES, RequestError, type Services, toErrorResponse } from '@partner-accounts/api'
import { recordRejectedSignIn, startOperatorSession } from '@partner-accounts/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '../http/admission.ts'
import { userAgentOf } from '../http/api-context.ts'
import { clientNetwork } from '../http/client-address.ts'
import type { SessionCookies } from '../authentication/session-cookies.ts'
import { CONSOLE_PATH, OIDC_CALLBACK_PATH, OIDC_SIGN_IN_PATH, SIGN_IN_PAGE } from './console-paths.ts'
import { describeFailure, type OpenIdProvider, type ProviderFailure, SignInError } from './openid-provider.ts'
import { namesOfClaims, recognizeOperator, type RejectionReason } from './operator-of-claims.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

type SignInProblem = ProviderFailure | RejectionReason | 'not-configured' | 'too-many-requests' | 'internal'

export interface OpenIdOptions {
  openIdProvider: OpenIdProvider | undefined
  services: Services
  admission: Admission
  signInAttempts: SignInAttempts
  consoleSessions: SessionCookies<string>
  publicUrl: string
}

/** HEAD requests, with which programs check links, must not begin or complete a sign-in. */
const GET_ONLY = { exposeHeadRoute: false }
/** Matches a path of the console in printable ASCII, without the backslash, which browsers read as a slash. */
const CONSOLE_PAGE = new RegExp(`^${CONSOLE_PATH}([/?][\\x21-\\x5b\\x5d-\\x7e]*)?$`)
/** Anyone can craft `next`, so the path is tested again after resolving `..`, as browsers do. */
const isConsolePage = (next: unknown): next is string =>
  typeof next === 'string' && CONSOLE_PAGE.test(next) && CONSOLE_PAGE.test(new URL(next, 'http://console').pathname)

/**
 * `sign-in` sends the browser to the provider, `callback` starts a session. Both count towards the network's rate
 * limit.
 */
export function openIdPlugin(app: FastifyInstance, options: OpenIdOptions, done: () => void): void {
  const { openIdProvider: provider, services, admission, signInAttempts: attempts, publicUrl } = options

  app.addHook('onRequest', async (request, reply) => void (await admission.admit(request, reply)))

  /** Shows the problem on the page to sign in. */
  const redirectToSignIn = (problem: SignInProblem, request: FastifyRequest, reply: FastifyReply) => {
    const query = new URLSearchParams({ problem, request: request.id }).toString()
    return reply.redirect(`${publicUrl}${SIGN_IN_PAGE}?${query}`)
  }

  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof SignInError) {
      const { invalidPart: reason } = error
      if (reason !== undefined) await recordRejectedSignIn(services, { who: 'unknown', reason })
      app.log.warn({ reqId: request.id, failure: error.failure, ...describeFailure(error) }, 'operator sign-in failed')
      return redirectToSignIn(error.failure, request, reply)
    }
    if (error instanceof RequestError && error.kind === 'rate-limited')
      return redirectToSignIn('too-many-requests', request, reply)
    app.failureLog.write(error, toErrorResponse(error, LOCALES[0], request.id), request)
    return redirectToSignIn('internal', request, reply)
  })

  app.get<{ Querystring: Record<string, unknown> }>(OIDC_SIGN_IN_PATH, GET_ONLY, async (request, reply) => {
    if (!provider) return redirectToSignIn('not-configured', request, reply)
    const { next, prompt } = request.query
    const { url, secrets } = await provider.begin(prompt === 'login')
    const returnTo = isConsolePage(next) ? next : CONSOLE_PATH
    await attempts.begin(reply, { ...secrets, returnTo })
    return reply.redirect(url.href)
  })

  app.get(OIDC_CALLBACK_PATH, GET_ONLY, async (request, reply) => {
    if (!provider) return redirectToSignIn('not-configured', request, reply)
    const attempt = await attempts.take(request, reply)
    if (!attempt) return redirectToSignIn('interrupted', request, reply)
    const query = request.url.replace(/^[^?]*/, '')
    const { claims, idToken } = await provider.complete(query, attempt)
    const recognition = recognizeOperator(claims, provider.settings)
    if ('rejected' in recognition) {
      await recordRejectedSignIn(services, { who: recognition.who, reason: recognition.rejected })
      const received = namesOfClaims(claims)
      app.log.warn({ reqId: request.id, reason: recognition.rejected, received }, 'operator sign-in rejected')
      return redirectToSignIn(recognition.rejected, request, reply)
    }
    const browser = { userAgent: userAgentOf(request), network: clientNetwork(request) }
    const session = await startOperatorSession(services, {
      ...recognition,
      browser,
      ...(provider.settings.signsOut && { idToken }),
    })
    await options.consoleSessions.start(reply, session.id)
    return reply.redirect(`${publicUrl}${attempt.returnTo}`)
  })
  done()
}
