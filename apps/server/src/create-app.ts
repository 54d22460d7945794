import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { RequestError, REST_BASE_PATH } from '@partner-accounts/api'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { sendError, sendProtocolError } from './http/error-reply.ts'
import { createFailureLog } from './http/failure-log.ts'
import { closeConnectionsGracefully } from './http/graceful-close.ts'
import { type HealthOptions, healthPlugin } from './http/health-plugin.ts'
import { findHeadError, normalizeTarget, routeOf, setCommonHeaders } from './http/heads.ts'
import { type NativeOptions, nativePlugin } from './native/native-plugin.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/open-telemetry.ts'
import { type OpenIdOptions, openIdPlugin } from './operators/openid-plugin.ts'
import { type RestOptions, restPlugin } from './rest/rest-plugin.ts'
import type { Settings } from './settings/settings.ts'
import { pagesPlugin } from './static/pages-plugin.ts'
import { referencePlugin } from './static/reference-plugin.ts'
import { rootPlugin } from './static/root-plugin.ts'

export interface AppOptions extends NativeOptions, Omit<OpenIdOptions, 'publicUrl'>, RestOptions {
  settings: Settings
  isReady: HealthOptions['isReady']
  logger: FastifyBaseLogger
  metrics: Metrics
  tracing: Tracing | undefined
}

const NATIVE_PREFIX = '/trpc'

/** Node's limit for the whole head, so routes reject long identifiers themselves. */
const MAX_PARAMETER_LENGTH = 16 * 1024
const REQUEST_TIMEOUT_MS = 10_000
const CONNECTION_CHECK_INTERVAL_MS = 1_000
/** Clients may not read responses. */
const IDLE_CONNECTION_TIMEOUT_MS = 60_000

export function createApp(options: AppOptions): FastifyInstance {
  const { settings, admit, isReady, logger, metrics, tracing } = options
  const { publicUrl, productName, trustedProxies } = settings
  const referenceUrl = `${publicUrl}${REST_BASE_PATH}/docs`
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than its few lines.
    childLoggerFactory: (parent) => parent,
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
      // heads.ts checks it and responds with the envelope.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url }) => normalizeTarget(url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // The drain serves requests on open connections.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => sendProtocolError(error, socket, referenceUrl),
  })

  // Node would close CONNECT, and reject unknown expectations outside the envelope.
  app.server.on('connect', (_request, socket) => sendProtocolError(new Error('CONNECT'), socket, referenceUrl))
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.decorate('failureLog', createFailureLog(logger))
  app.decorate('referenceUrl', referenceUrl)
  app.decorateRequest('caller')
  app.decorateRequest('partnerId')
  app.decorateRequest('userId')
  app.decorateRequest('errorCode')
  app.decorateRequest('errorFields')
  app.decorateRequest('work')
  metrics.watchServer(app.server)
  tracing?.traceRequests(app)
  app.addHook('onRequest', (request, reply, next) => {
    setCommonHeaders(request, reply)
    const error = findHeadError(request)
    if (!error) return next()
    admit(request, reply).then(() => sendError(error, request, reply), next)
  })
  // Without secrets; redaction costs more than the line.
  const requestLines = logger.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, next) => {
    const route = routeOf(request)
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    // Not the path, which may contain a CPF.
    const { id: reqId, method } = request
    requestLines.info({ reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    next()
  })
  closeConnectionsGracefully(app)
  app.setErrorHandler(sendError)
  // Fastify's not-found handler runs only after the body was read.
  app.addHook('preParsing', (request, _reply, _payload, next) =>
    next(request.is404 ? new RequestError('route-not-found') : null),
  )

  void app.register(healthPlugin, { prefix: '/health', version: settings.version, isReady })
  if (settings.metrics.onServicePort) void app.register(metrics.plugin)
  void app.register(pagesPlugin, { name: 'portal', otherPaths: ['/activate'], publicUrl, productName })
  void app.register(pagesPlugin, { name: 'console', publicUrl, productName })
  void app.register(rootPlugin, { publicUrl })
  void app.register(restPlugin, { prefix: REST_BASE_PATH, ...options })
  void app.register(referencePlugin, { prefix: REST_BASE_PATH, settings })
  void app.register(openIdPlugin, { ...options, publicUrl })
  void app.register(nativePlugin, { prefix: NATIVE_PREFIX, ...options })
  return app
}

/** Returns a new id if the caller's is missing or unsafe. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
