import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { RequestError, REST_BASE_PATH } from '@partner-accounts/api'
import type { PageFiles } from '@partner-accounts/db'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { readLocalTestUser } from './demo/demo-partner.ts'
import type { Admission } from './http/admission.ts'
import { createProxyTrust } from './http/client-address.ts'
import { sendError, sendProtocolError } from './http/error-reply.ts'
import { setCommonHeaders } from './http/common-headers.ts'
import { createFailureLog } from './http/failure-log.ts'
import type { ForwardingMonitor } from './http/forwarding-monitor.ts'
import { closeConnectionsGracefully } from './http/graceful-close.ts'
import { type HealthOptions, healthPlugin } from './http/health-plugin.ts'
import { continueBeforeBodies } from './http/expect-continue.ts'
import { findHeadError, normalizeTarget } from './http/request-head.ts'
import { requestFacts } from './http/request-facts.ts'
import { type NativeOptions, nativePlugin } from './native/native-plugin.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/open-telemetry.ts'
import { type OpenIdOptions, openIdPlugin } from './oidc/openid-plugin.ts'
import { type RestOptions, restPlugin } from './rest/rest-plugin.ts'
import type { Settings } from './settings/settings.ts'
import { type MailOptions, mailPlugin } from './static/mail-plugin.ts'
import { pagesPlugin } from './static/pages-plugin.ts'
import { referencePlugin } from './static/reference-plugin.ts'
import { readPackedSdk, sdkToInstall } from './static/packed-sdk.ts'
import { sdkPlugin } from './static/sdk-plugin.ts'
import { rootPlugin } from './static/root-plugin.ts'

export interface AppOptions {
  settings: Settings
  logger: Logger
  metrics: Metrics
  tracing: Tracing | undefined
  forwarding: ForwardingMonitor
  admission: Admission
  isReady: HealthOptions['isReady']
  pageFiles: PageFiles
  rest: RestOptions
  native: NativeOptions
  mails: MailOptions
  openId: OpenIdOptions
}

const NATIVE_PREFIX = '/trpc'

/** Equal to Node's limit for the whole head, so that routes reject long identifiers themselves. */
const MAX_PARAMETER_LENGTH = 16 * 1024
const REQUEST_TIMEOUT_MS = 10_000
const CONNECTION_CHECK_INTERVAL_MS = 1_000
/** Closes connections of clients that do not read their responses. */
const IDLE_CONNECTION_TIMEOUT_MS = 60_000

const referenceUrlOf = ({ publicUrl }: Settings) => `${publicUrl}${REST_BASE_PATH}/docs`

export function createApp(options: AppOptions): FastifyInstance {
  const app = createServer(options)
  decorate(app, options)
  options.metrics.watchServer(app.server)
  options.tracing?.traceRequests(app)
  addHooks(app, options)
  continueBeforeBodies(app)
  closeConnectionsGracefully(app)
  app.setErrorHandler(sendError)
  // Fastify's not-found handler runs only after the body was read.
  app.addHook('preParsing', (request, _reply, _payload, next) =>
    next(request.is404 ? new RequestError('route-not-found') : null),
  )
  registerPlugins(app, options)
  return app
}

function createServer({ settings, logger }: AppOptions): FastifyInstance {
  const { trustedProxies } = settings
  // The declared type of the logger determines the type of the instance.
  const loggerInstance: FastifyBaseLogger = logger
  const referenceUrl = referenceUrlOf(settings)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Creating a logger per request would take longer than writing its few lines.
    childLoggerFactory: (parent) => parent,
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 ? createProxyTrust(trustedProxies) : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    connectionTimeout: IDLE_CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
      // `findHeadError` checks the header instead, so that the response has the error envelope.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url }) => normalizeTarget(url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // During the drain, requests on open connections are served.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => sendProtocolError(error, socket, referenceUrl),
  })
  // Without this listener, Node would close the connection without a response.
  app.server.on('connect', (_request, socket) => {
    // Node has removed its listeners from the socket. Without this one, a reset by the client would end the process.
    socket.on('error', () => {})
    // Node's removed listeners also handled timeouts, so nothing else closes a connection that the client keeps open.
    socket.once('finish', () => socket.destroy())
    sendProtocolError(new Error('CONNECT'), socket, referenceUrl)
  })
  return app
}

/** Declares the properties that hooks and plugins set, so that all requests have one shape. */
const REQUEST_PROPERTIES = [
  'caller',
  'partnerId',
  'userId',
  'errorCode',
  'errorFields',
  'work',
  'rateLimitedPartnerId',
  'deferredRejection',
] as const

function decorate(app: FastifyInstance, { settings, logger }: AppOptions): void {
  app.decorate('failureLog', createFailureLog(logger))
  app.decorate('referenceUrl', referenceUrlOf(settings))
  for (const name of REQUEST_PROPERTIES) app.decorateRequest(name)
}

function addHooks(app: FastifyInstance, { logger, metrics, forwarding, admission }: AppOptions): void {
  app.addHook('onRequest', (request, reply, next) => {
    setCommonHeaders(request, reply)
    forwarding.observe(request)
    const error = findHeadError(request)
    if (!error) return next()
    const countAndReject = async () => {
      await admission.admit(request, reply)
      sendError(error, request, reply)
    }
    countAndReject().catch(next)
  })
  // These lines contain no secrets, and redaction would take longer than writing them.
  const requestLines = logger.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, next) => {
    const facts = requestFacts(request)
    metrics.observe(facts.method, facts.route, reply.statusCode, reply.elapsedTime / 1000)
    requestLines.info({ ...facts, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    next()
  })
}

function registerPlugins(app: FastifyInstance, options: AppOptions): void {
  const { settings, metrics, isReady, rest, native, mails, openId } = options
  const { publicUrl } = settings
  void app.register(healthPlugin, { prefix: '/health', version: settings.version, isReady })
  if (settings.metrics.onServicePort) void app.register(metrics.plugin)
  registerPages(app, options)
  void app.register(rootPlugin, { publicUrl })
  void app.register(restPlugin, { prefix: REST_BASE_PATH, ...rest })
  void app.register(openIdPlugin, openId)
  void app.register(mailPlugin, mails)
  void app.register(nativePlugin, { prefix: NATIVE_PREFIX, ...native })
}

function registerPages(app: FastifyInstance, { settings, pageFiles }: AppOptions): void {
  const { publicUrl, productName, help } = settings
  const isDevelopment = settings.frontAddress !== undefined
  const packedSdk = readPackedSdk()
  if (!isDevelopment) {
    const { supportUrl } = help
    const names = { productName, sdkName: sdkToInstall(settings, packedSdk).name, supportUrl }
    const pages = { publicUrl, pageFiles, ...names }
    void app.register(pagesPlugin, { name: 'portal', otherPaths: ['/activate'], ...pages })
    void app.register(pagesPlugin, { name: 'console', ...pages })
  }
  const readDemo = () => readLocalTestUser(settings)
  void app.register(referencePlugin, { prefix: REST_BASE_PATH, settings, packedSdk, readDemo })
  void app.register(sdkPlugin, { prefix: REST_BASE_PATH, packedSdk, isDevelopment })
}

/** Returns the caller's `X-Request-Id`, or a new id if it is missing or unsafe. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
