import { authorize, EXTENSIONS, RequestError, REST_OPERATIONS, type Services } from '@partner-accounts/api'
import fastifyCompress from '@fastify/compress'
import { LIMITS } from '@partner-accounts/core'
import type { FastifyInstance } from 'fastify'
import type { Admit } from '../http/admission.ts'
import { createAllowedMethods } from '../http/allowed-methods.ts'
import { toApiContext, WorkBudget } from '../http/api-context.ts'
import type { RequestRecorder } from '../request-log/request-recorder.ts'

export interface RestOptions {
  services: Services
  admit: Admit
  recorder: RequestRecorder
}

const JSON_TYPE = 'application/json'
const TRAILING_SLASH = /^[^?]*\/(?:\?|$)/

/**
 * Counts (429), authenticates (401) and authorizes (403) every request below the prefix before its body is read (413,
 * 1405).
 */
export async function restPlugin(app: FastifyInstance, { services, admit, recorder }: RestOptions): Promise<void> {
  const allowed = createAllowedMethods(app.prefix)
  // Fastify closes the connection when a parser fails, so the call parses the body.
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer', bodyLimit: LIMITS.bodyBytes }, (_request, body, parsed) =>
    parsed(null, body),
  )

  app.addHook('onRequest', async (request, reply) => {
    request.work = new WorkBudget()
    request.caller = await request.work.measure(admit(request, reply))
    if (request.is404) return allowed.replyWithoutRoute(request, reply)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { id: requestId, method, partnerId, userId, errorCode: code = null, errorFields = [] } = request
    const { route = null } = request.routeOptions.config as { route?: string }
    const durationMs = Math.round(reply.elapsedTime)
    if (partnerId !== undefined && userId !== undefined) {
      const fields = errorFields.slice(0, LIMITS.requestLog.fields)
      const response = { status: reply.statusCode, code, fields, requestId, durationMs }
      recorder.record({ partnerId, userId, at: new Date(), method, route, ...response })
    }
    next()
  })
  // Without it, the hook above does not run for unknown paths.
  app.setNotFoundHandler((request, reply) => allowed.replyWithoutRoute(request, reply))

  await app.register(fastifyCompress, { global: false, encodings: ['br', 'gzip'] })
  for (const { method, path, permissions, isCompressible, call } of [...REST_OPERATIONS, ...EXTENSIONS]) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    // An empty account id must neither return the list nor create an account.
    const rejectsTrailingSlash = REST_OPERATIONS.some((other) => other.path.startsWith(`${path}/{`))
    allowed.add(path, method, rejectsTrailingSlash)
    const [, parameter] = /\{(\w+)\}$/.exec(path) ?? []
    // A CNPJ's punctuation contains a slash, which makes it malformed.
    for (const furtherSegments of parameter ? ['', '/*'] : [''])
      app.route({
        method,
        url: url + furtherSegments,
        config: { route: path },
        compress: isCompressible ? {} : false,
        // Asynchronous, so what it throws is sent like other errors.
        // eslint-disable-next-line @typescript-eslint/require-await
        async onRequest(request) {
          if (permissions && request.caller) authorize(request.caller, permissions)
          if (rejectsTrailingSlash && TRAILING_SLASH.test(request.url)) throw new RequestError('route-not-found')
          // A body is JSON whatever its content type, even a malformed one.
          if (method === 'POST') request.headers = { 'content-type': JSON_TYPE }
        },
        handler(request, reply) {
          if (parameter && furtherSegments) request.params = { [parameter]: request.url }
          // V8 gives objects that extend a spread their own shapes.
          const context = toApiContext(request, services)
          context.onReplay = () => void reply.header('idempotent-replayed', 'true')
          context.onUserIdentified = (user) => void Object.assign(request, user)
          return request.work.spend(call(context, request))
        },
      })
  }
}
