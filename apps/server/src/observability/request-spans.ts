import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from '../http/heads.ts'

/** Requested every few seconds. */
const UNTRACED = /^\/(health\/|metrics$)/

/** Continues the caller's trace (W3C Trace Context). */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>()

  app.addHook('onRequest', (request, reply, next) => {
    const route = routeOf(request)
    if (UNTRACED.test(route)) return next()
    const { method } = request
    const caller = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller)
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    const within = trace.setSpan(caller, span)
    contexts.set(request, within)
    context.with(within, next)
  })

  // The socket calls this outside the request's context, which the log line requires.
  app.addHook('onResponse', (request, _reply, next) => context.with(contexts.get(request) ?? ROOT_CONTEXT, next))
}
