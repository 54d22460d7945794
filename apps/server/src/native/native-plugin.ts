import {
  type ApiContext,
  type AppRouter,
  appRouter,
  type BrowserSession,
  type Caller,
  LOCALES,
  type PortalBrowserSession,
  RequestError,
  type Services,
  toErrorResponse,
  toNativeErrorShape,
} from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAllowedMethods } from '../http/allowed-methods.ts'
import { toApiContext, userAgentOf, WorkBudget } from '../http/api-context.ts'
import { prepareErrorReply } from '../http/error-reply.ts'
import { Batch } from './batch.ts'
import { createCallerIdentification, type IdentificationOptions } from './identify-caller.ts'
import { ExportsInProgress } from './exports-in-progress.ts'
import type { PortalSessions } from '../authentication/portal-sessions.ts'
import type { SessionCookies } from '../authentication/session-cookies.ts'

export interface NativeOptions extends IdentificationOptions {
  services: Services
  /** Maximum number of calls in a batch of a caller with a rate limit. */
  maxPartnerBatch: number
}

/** Maximum number of calls in a batch of a caller without a rate limit. */
const MAX_BATCH = LIMITS.rate.requests

const PATH_PARAMETER = 'path'
const ROUTE = `/:${PATH_PARAMETER}`
/** Matches names of procedures, separated by commas. tRPC would decode an encoded comma after the calls are counted. */
const PROCEDURES = /^[\w.]*(,[\w.]*)*$/

/** Counts each call of a batch, and checks the batch before reading the body. */
export function nativePlugin(app: FastifyInstance, options: NativeOptions, done: () => void): void {
  const { services, admission, portalSessions, consoleSessions, maxPartnerBatch } = options
  const identify = createCallerIdentification(options)
  const allowedMethods = createAllowedMethods(app.prefix)
  app.setErrorHandler(sendNativeError)
  // Any other content type gets a 415 before the body is read.
  app.removeAllContentTypeParsers()
  // tRPC parses the text.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LIMITS.bodyBytes },
    (_request, body, next) => next(null, body),
  )

  app.addHook('onRequest', async (request, reply) => {
    const procedures = pathOf(request)
    const calls = procedures.split(',').length
    // `identify` counts only callers with a rate limit. A batch that is too long for them is rejected as a whole, so it
    // counts once.
    const cost = calls > maxPartnerBatch ? 1 : calls
    request.work = new WorkBudget()
    request.caller = await request.work.measure(identify(request, reply, cost))
    if (request.is404) return allowedMethods.replyWithoutRoute(request, reply)
    const maxBatch = isLimited(request.caller) ? maxPartnerBatch : MAX_BATCH
    if (calls > maxBatch) throw new RequestError('batch-too-long')
    if (!PROCEDURES.test(procedures)) throw new RequestError('route-not-found')
  })

  const exportsInProgress = new ExportsInProgress()

  const trpcOptions = {
    router: appRouter,
    // Inputs of queries may be sent in a body, because proxies log URLs.
    allowMethodOverride: true,
    maxBatchSize: MAX_BATCH,
    createContext: ({ req, res }) => ({
      ...toApiContext(req, services),
      ...limitsOf(req, res, exportsInProgress),
      admitSignIn: (partnerId) => admission.admitSignIn(req, res, partnerId),
      browserSession: createPortalSession(portalSessions, req, res),
      consoleSession: createBrowserSession(consoleSessions, req, res),
    }),
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    onError({ error, req }) {
      req.server.failureLog.write(error, toErrorResponse(error, LOCALES[0], req.id), req)
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions']

  for (const method of ['GET', 'HEAD', 'POST']) {
    allowedMethods.add(ROUTE, method)
    app.route({
      method,
      url: ROUTE,
      config: { proceduresIn: PATH_PARAMETER },
      // Fastify's own HEAD routes do not support a `Response`.
      exposeHeadRoute: false,
      handler: (req, res) => fastifyRequestHandler({ ...trpcOptions, req, res, path: pathOf(req) }),
    })
  }
  app.setNotFoundHandler((request, reply) => allowedMethods.replyWithoutRoute(request, reply))
  done()
}

/** Returns whether the rate limit (part 8) applies. Internal callers and operators are exempt. */
const isLimited = ({ kind }: Caller): boolean => kind !== 'internal' && kind !== 'operator'

/** Returns `undefined` for calls of programs, which manage no session. */
const createBrowserSession = <Subject>(
  sessions: SessionCookies<Subject>,
  request: FastifyRequest,
  reply: FastifyReply,
): BrowserSession<Subject> | undefined =>
  sessions.isFromPage(request)
    ? {
        userAgent: userAgentOf(request),
        start: (subject) => sessions.start(reply, subject),
        replace: (subject) => sessions.replace(request, reply, subject),
        end: () => sessions.end(reply),
      }
    : undefined

function createPortalSession(
  sessions: PortalSessions,
  request: FastifyRequest,
  reply: FastifyReply,
): PortalBrowserSession | undefined {
  const session = createBrowserSession(sessions, request, reply)
  return session && { ...session, findTestSession: () => sessions.readTest(request) }
}

function limitsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  exportsInProgress: ExportsInProgress,
): Pick<ApiContext, 'beginExport' | 'limitCall'> {
  const { work } = request
  if (pathOf(request).includes(',')) {
    const batch = new Batch(work)
    return { limitCall: (call) => batch.run(call), beginExport: rejectExport }
  }
  return {
    limitCall: (call) => work.spend(call()),
    beginExport: (partnerId) => exportsInProgress.begin(partnerId, reply),
  }
}

function rejectExport(): never {
  throw new RequestError('export-in-batch')
}

/** Returns the procedures, separated by commas, or an empty text for a request without a route. */
const pathOf = ({ params }: FastifyRequest): string =>
  (params as Record<string, string | undefined>)[PATH_PARAMETER] ?? ''

function sendNativeError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const response = prepareErrorReply(error, request, reply)
  const path = pathOf(request)
  const shape = toNativeErrorShape(path.includes(',') ? {} : { data: { path } }, response)
  return reply.code(response.status).send({ error: shape })
}

function retryAfter(errors: readonly Error[]): Record<string, string> {
  const seconds = errors.flatMap((error) => toErrorResponse(error, LOCALES[0], '').retryAfterSeconds ?? [])
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {}
}
