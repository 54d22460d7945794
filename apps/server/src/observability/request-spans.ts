import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from './route-of.ts'

/** Asked every few seconds by machines, and of no interest to anyone. */
const UNTRACED = /^\/(health\/|metrics$)/

/** A span for each request, below that of its caller where it names one (W3C Trace Context). */
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

  // Called by the socket, outside of everything: the line in the log belongs to the request all the same.
  app.addHook('onResponse', (request, _reply, next) => context.with(contexts.get(request) ?? ROOT_CONTEXT, next))
}
