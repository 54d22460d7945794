import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createOpenApiDocument, RequestError, REST_BASE_PATH, type Services } from '@partner-accounts/api'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { InternalKeys } from './authentication/internal-keys.ts'
import type { Admit } from './http/admission.ts'
import { setCommonHeaders } from './http/common-headers.ts'
import { sendError, sendProtocolError } from './http/error-reply.ts'
import { FailureLog } from './http/failure-log.ts'
import { closeConnectionsGracefully } from './http/graceful-close.ts'
import { healthPlugin } from './http/health-plugin.ts'
import { headFault } from './http/request-head.ts'
import { normalizeTarget } from './http/request-target.ts'
import { nativePlugin } from './native/native-plugin.ts'
import type { Metrics } from './observability/metrics.ts'
import { routeOf } from './observability/route-of.ts'
import type { Tracing } from './observability/tracing.ts'
import { restPlugin } from './rest/rest-plugin.ts'
import { portalPlugin } from './static/portal-plugin.ts'
import { referencePlugin } from './static/reference-plugin.ts'

export interface AppOptions {
  services: Services
  admit: Admit
  internalKeys: InternalKeys
  /** The most calls in a batch on the native router. */
  maxBatchSize: number
  isReady: () => Promise<boolean>
  logger: FastifyBaseLogger
  metrics: Metrics
  /** Whether `/metrics` is served here. */
  servesMetrics: boolean
  tracing: Tracing | undefined
  /** Base of every link that the service hands out. */
  publicUrl: string
  /** CIDRs whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
}

const NATIVE_PREFIX = '/trpc'

/** Paths are bounded by Node's limit on headers (16 KiB): an over-long identifier is told what is wrong with it. */
const LONGEST_PARAMETER = 16 * 1024
const REQUEST_WITHIN_MS = 10_000
const CHECK_CONNECTIONS_EVERY_MS = 1_000
/** Without progress in either direction: a client that does not read its responses. */
const IDLE_CONNECTION_TIMEOUT_MS = 60_000

/** The HTTP edge: everything that listens, wired but not yet listening. */
export function createApp({
  services,
  admit,
  internalKeys,
  maxBatchSize,
  isReady,
  logger,
  metrics,
  servesMetrics,
  tracing,
  publicUrl,
  trustedProxies,
}: AppOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    // One line a request, of our own (below).
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would be made for the few that have something else to tell.
    childLoggerFactory: (parent) => parent,
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionTimeout: IDLE_CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      // request-head.ts does, in the envelope.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url }) => normalizeTarget(url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // While stopping, what still comes in on an open connection is answered as ever.
    return503OnClosing: false,
    clientErrorHandler: sendProtocolError,
  })

  // Node would hang up on the one, and refuse the other in words of its own.
  app.server.on('connect', (_request, socket) => sendProtocolError(new Error('CONNECT'), socket))
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.decorate('failureLog', new FailureLog(logger))
  app.decorateRequest('caller')
  app.decorateRequest('work')
  metrics.watchServer(app.server)
  tracing?.traceRequests(app)
  app.addHook('onRequest', (request, reply, next) => {
    setCommonHeaders(request, reply)
    const fault = headFault(request)
    if (!fault) return next()
    // Counted like any other request, wherever it goes.
    admit(request, reply).then(() => sendError(fault, request, reply), next)
  })
  // Its few fields are ours: to look for secrets in each line would cost several times the line.
  const requestLines = logger.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, next) => {
    const route = routeOf(request)
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    // The route, not the path: a path may hold somebody's CPF.
    const { id: reqId, method } = request
    requestLines.info({ reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    next()
  })
  closeConnectionsGracefully(app)
  app.setErrorHandler(sendError)
  // Sooner than a not-found handler, for which Fastify would read the body.
  app.addHook('preParsing', (request, _reply, _payload, next) =>
    next(request.is404 ? new RequestError('route-not-found') : null),
  )

  void app.register(healthPlugin, { prefix: '/health', isReady })
  if (servesMetrics) void app.register(metrics.plugin)
  void app.register(portalPlugin, { publicUrl })
  void app.register(restPlugin, { prefix: REST_BASE_PATH, services, admit })
  // Beside the interface, not within: the reference is for everyone, and not counted.
  void app.register(referencePlugin, { prefix: REST_BASE_PATH, createDocument: () => createOpenApiDocument(publicUrl) })
  void app.register(nativePlugin, { prefix: NATIVE_PREFIX, services, admit, internalKeys, maxBatchSize })
  return app
}

/** The caller's own id of the request, so that both sides' logs meet, if it can stand in a log line. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
