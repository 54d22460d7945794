import {
  type ApiContext,
  authorize,
  pageLinks,
  RequestError,
  type RestOperation,
  restOperations,
  type Services,
} from '@partner-accounts/api'
import fastifyCompress from '@fastify/compress'
import { LIMITS } from '@partner-accounts/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Admission } from '../http/admission.ts'
import { createAllowedMethods } from '../http/allowed-methods.ts'
import { toApiContext, WorkBudget } from '../http/api-context.ts'
import { sendError } from '../http/error-reply.ts'
import { routeOf } from '../http/request-head.ts'
import { prefersHtml } from '../http/prefers-html.ts'
import { singleHeader } from '../http/single-header.ts'
import type { RequestRecorder } from './request-recorder.ts'

export interface RestOptions {
  services: Services
  admission: Admission
  recorder: RequestRecorder
  publicUrl: string
}

const JSON_TYPE = 'application/json'
/** Paths of the operations that require no token. */
const SIGN_IN_PATHS: readonly string[] = restOperations
  .filter(({ permissions }) => permissions.length === 0)
  .map(({ path }) => path)
const TRAILING_SLASH = /^[^?]*\/(?:\?|$)/

/**
 * Counts (429), authenticates (401) and authorizes (403) every request below the prefix before its body is read (413,
 * 1405).
 */
export async function restPlugin(
  app: FastifyInstance,
  { services, admission, recorder, publicUrl }: RestOptions,
): Promise<void> {
  const baseUrl = `${publicUrl}${app.prefix}`
  const allowedMethods = createAllowedMethods(app.prefix)
  const isBaseAddress = ({ method, url }: FastifyRequest) =>
    method === 'GET' && [app.prefix, `${app.prefix}/`].includes(url.replace(/\?.*$/, ''))
  const signInRoutes = SIGN_IN_PATHS.map((path) => `${app.prefix}${path}`)
  // Fastify closes the connection when a parser fails, so the call parses the body.
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer', bodyLimit: LIMITS.bodyBytes }, (_request, body, next) =>
    next(null, body),
  )

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isBaseAddress(request)) {
      reply.header('vary', 'accept')
      if (prefersHtml(request)) return reply.redirect(`${baseUrl}/docs`)
    }
    request.work = new WorkBudget()
    const isSignIn = signInRoutes.includes(routeOf(request))
    request.caller = await request.work.measure(admission.admit(request, reply, { isSignIn }))
    if (request.is404) return allowedMethods.replyWithoutRoute(request, reply)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { id: requestId, method, partnerId, userId, errorCode: code = null, errorFields = [] } = request
    const { route = null } = request.routeOptions.config
    const durationMs = Math.round(reply.elapsedTime)
    if (partnerId !== undefined && userId !== undefined) {
      const fields = errorFields.slice(0, LIMITS.requestLog.fields)
      const response = { status: reply.statusCode, code, fields, requestId, durationMs }
      recorder.record({ partnerId, userId, at: new Date(), method, route, ...response })
    }
    next()
  })
  app.setErrorHandler((error, request, reply) => sendError(admission.errorToSend(request, error), request, reply))
  // Without this handler, the hooks above do not run for unknown paths.
  app.setNotFoundHandler((request, reply) => allowedMethods.replyWithoutRoute(request, reply))

  await app.register(fastifyCompress, { global: false, encodings: ['br', 'gzip'] })
  for (const operation of restOperations) addRoutes(app, operation, { services, admission, allowedMethods, baseUrl })
}

interface RouteOptions extends Pick<RestOptions, 'services' | 'admission'> {
  allowedMethods: ReturnType<typeof createAllowedMethods>
  baseUrl: string
}

function addRoutes(
  app: FastifyInstance,
  operation: RestOperation,
  { services, admission, allowedMethods, baseUrl }: RouteOptions,
) {
  const { method, path, permissions, hasBody, isCompressible, isList, procedure, call } = operation
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  // An empty account id must neither return the list nor create an account.
  const rejectsTrailingSlash = restOperations.some((other) => other.path.startsWith(`${path}/{`))
  allowedMethods.add(path, method, rejectsTrailingSlash)
  const [, parameter] = /\{(\w+)\}$/.exec(path) ?? []
  // A formatted CNPJ contains a slash, so it has further segments. It is rejected as a malformed identifier (113), because a
  // 404 would mean that there is no such account.
  const pathEndings = parameter ? ['', '/*'] : ['']
  for (const furtherSegments of pathEndings) {
    app.route({
      method,
      url: url + furtherSegments,
      config: { route: path, procedure },
      compress: isCompressible ? {} : false,
      // Asynchronous, so that a thrown error is sent like any other.
      // oxlint-disable-next-line typescript/require-await
      async onRequest(request) {
        if (permissions.length > 0 && request.caller) authorize(request.caller, permissions)
        if (rejectsTrailingSlash && TRAILING_SLASH.test(request.url)) throw new RequestError('route-not-found')
        // Parses every body as JSON, even if its content type is another or malformed. Fastify's setter keeps all other headers.
        if (hasBody) request.headers = { 'content-type': JSON_TYPE }
      },
      async handler(request, reply) {
        // Passes the URL as the identifier. The call rejects it, because a URL is never a valid identifier.
        if (parameter && furtherSegments) request.params = { [parameter]: request.url }
        const context: ApiContext = {
          ...toApiContext(request, services),
          onReplay: () => void reply.header('idempotent-replayed', 'true'),
          expectedMode: singleHeader(request, 'x-mode'),
          onUserIdentified: ({ partnerId, userId, partnerMode }) => {
            request.partnerId = partnerId
            request.userId = userId
            if (partnerMode === 'test') reply.header('x-mode', 'test')
          },
          admitSignIn: (partnerId) => admission.admitSignIn(request, reply, partnerId),
        }
        const body = await request.work.spend(call(context, request))
        const links = isList ? pageLinks(body, baseUrl, path) : undefined
        if (links !== undefined) reply.header('link', links)
        return body
      },
    })
  }
}
