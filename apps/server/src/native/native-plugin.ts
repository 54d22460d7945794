import {
  type AppRouter,
  appRouter,
  type BrowserSession,
  type Caller,
  LOCALES,
  RequestError,
  type Services,
  toErrorResponse,
  toNativeErrorShape,
} from '@partner-accounts/api'
import { LIMITS, type TokenSubject } from '@partner-accounts/core'
import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindInternalCaller } from '../authentication/internal-keys.ts'
import type { Admit } from '../http/admission.ts'
import { createAllowedMethods } from '../http/allowed-methods.ts'
import { toApiContext, userAgentOf, WorkBudget } from '../http/api-context.ts'
import { prepareErrorReply } from '../http/error-reply.ts'
import type { Session, SessionCookies } from '../sessions/session-cookies.ts'

export interface NativeOptions {
  services: Services
  admit: Admit
  findInternalCaller: FindInternalCaller
  portalSessions: SessionCookies<TokenSubject>
  consoleSessions: SessionCookies<string>
  maxBatchSize: number
}

const ROUTE = '/:path'
/** Names of procedures. With an encoded comma, a batch would count as one call. */
const PROCEDURES = /^[\w.]*(,[\w.]*)*$/

/** Counts each call of a batch, and checks it before reading the body. */
export function nativePlugin(
  app: FastifyInstance,
  { services, admit, findInternalCaller, portalSessions, consoleSessions, maxBatchSize }: NativeOptions,
  done: () => void,
): void {
  const allowed = createAllowedMethods(app.prefix)
  app.setErrorHandler(sendNativeError)
  // Any other content type gets a 415 before the body is read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LIMITS.bodyBytes },
    (_request, body, parsed) => parsed(null, body),
  )

  app.addHook('onRequest', async (request, reply) => {
    const procedures = proceduresOf(request)
    const calls = procedures.split(',').length
    // A batch that is too long is rejected as a whole, and counted once.
    const cost = calls > maxBatchSize ? 1 : calls
    request.work = new WorkBudget()
    // Part 8 limits partners only.
    request.caller =
      findInternalCaller(request.headers.authorization) ?? (await request.work.measure(identify(request, reply, cost)))
    if (request.is404) return allowed.replyWithoutRoute(request, reply)
    if (calls > maxBatchSize) throw new RequestError('batch-too-long')
    if (!PROCEDURES.test(procedures)) throw new RequestError('route-not-found')
  })

  const identify = async (request: FastifyRequest, reply: FastifyReply, cost: number): Promise<Caller> =>
    (await findOperator(request, reply)) ?? (await admitPortalUser(request, reply, cost))

  /** Also extends the session. An `Authorization` header takes precedence. */
  async function findOperator(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const cookie = request.headers.authorization === undefined ? await consoleSessions.read(request) : undefined
    const session = cookie && (await services.stores.operatorSessions.find(cookie.subject))
    if (!session) return undefined
    await consoleSessions.renew(reply, cookie)
    return { kind: 'operator', session }
  }

  async function admitPortalUser(request: FastifyRequest, reply: FastifyReply, cost: number): Promise<Caller> {
    const session = await portalSessions.read(request)
    const caller = await admit(request, reply, { cost, session: session?.subject })
    if (session && caller.kind === 'portal-user') await renew(reply, session)
    return caller
  }

  async function renew(reply: FastifyReply, session: Session<TokenSubject>): Promise<void> {
    const validForSeconds = await portalSessions.renew(reply, session)
    const { sessionId, ...user } = session.subject
    if (validForSeconds === undefined || sessionId === undefined) return
    // Not awaited: only the user's list of sessions shows it.
    services.stores.portalSessions.renew({ ...user, sessionId }, validForSeconds).catch(() => undefined)
  }

  const controlOf = <Subject>(
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

  const trpcOptions = {
    router: appRouter,
    // Inputs of queries may be sent in a body, because proxies log URLs.
    allowMethodOverride: true,
    maxBatchSize,
    createContext: ({ req, res }) => ({
      ...toApiContext(req, services),
      limitTime: <T>(call: Promise<T>) => req.work.spend(call),
      browserSession: controlOf(portalSessions, req, res),
      consoleSession: controlOf(consoleSessions, req, res),
    }),
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    onError({ error, req }) {
      const { status } = toErrorResponse(error, LOCALES[0], req.id)
      if (status >= 500) req.server.failureLog.write(error, status, req.id)
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions']

  for (const method of ['GET', 'HEAD', 'POST']) {
    allowed.add(ROUTE, method)
    app.route({
      method,
      url: ROUTE,
      // Fastify's own HEAD routes do not support a `Response`.
      exposeHeadRoute: false,
      handler: (req, res) => fastifyRequestHandler({ ...trpcOptions, req, res, path: proceduresOf(req) }),
    })
  }
  app.setNotFoundHandler((request, reply) => allowed.replyWithoutRoute(request, reply))
  done()
}

/** Returns the comma-separated procedures; empty without a route. */
const proceduresOf = ({ params }: FastifyRequest): string => (params as { path?: string }).path ?? ''

function sendNativeError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const response = prepareErrorReply(error, request, reply)
  const path = proceduresOf(request)
  const shape = toNativeErrorShape(path.includes(',') ? {} : { data: { path } }, response)
  return reply.code(response.status).send({ error: shape })
}

function retryAfter(errors: readonly Error[]): Record<string, string> {
  const seconds = errors.flatMap((error) => toErrorResponse(error, LOCALES[0], '').retryAfterSeconds ?? [])
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {}
}
