import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { WatchCall } from '@partner-accounts/api'
import { RejectionError } from '@partner-accounts/core'
import type { ObserveStatement } from '@partner-accounts/db'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from '../http/request-head.ts'
import { errorCode } from '../logging/error-code.ts'
import { summarizeStatement } from '../logging/statement-log.ts'
import type { MailTransport } from '../mail/mail-transport.ts'

/** Matches the routes that monitoring polls every few seconds. */
const UNTRACED_ROUTE = /^\/(health\/|metrics$)/

/** Continues the caller's trace (W3C Trace Context). */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>()

  app.addHook('onRequest', (request, reply, next) => {
    const route = routeOf(request)
    if (UNTRACED_ROUTE.test(route)) return next()
    const { method } = request
    const callerContext = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, callerContext)
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    const requestContext = trace.setSpan(callerContext, span)
    contexts.set(request, requestContext)
    context.with(requestContext, next)
  })

  // Restores the request's context, so that the request's log line contains the ids of its span.
  app.addHook('onResponse', (request, _reply, next) => context.with(contexts.get(request) ?? ROOT_CONTEXT, next))
}

export const traceCalls =
  (tracer: Tracer): WatchCall =>
  (procedure, call) =>
    tracer.startActiveSpan(procedure, async (span) => {
      try {
        const outcome = await call()
        if (!outcome.ok) markFailed(span, kindOf(outcome.error))
        return outcome
      } finally {
        span.end()
      }
    })

/** Returns the kind or name of an error, but not its message, which may quote the request. */
function kindOf({ name, cause }: Error): string {
  if (cause instanceof RejectionError) return (cause as RejectionError<string>).kind
  return cause instanceof Error ? cause.name : name
}

/**
 * Starts a trace for each delivery, because the request that queued the mail may have ended long ago. Spans do not contain
 * the recipient.
 */
export const traceMails = (transport: MailTransport, tracer: Tracer): MailTransport => ({
  concurrency: transport.concurrency,
  send: (mail) => {
    const attributes = { 'mail.id': mail.id, 'mail.kind': mail.content.kind }
    const options = { kind: SpanKind.CLIENT, attributes }
    return tracer.startActiveSpan('mail delivery', options, ROOT_CONTEXT, (span) =>
      runInSpan(span, () => transport.send(mail)),
    )
  },
  close: () => transport.close(),
})

export const traceStatements =
  (tracer: Tracer): ObserveStatement =>
  async (text, execute) => {
    if (!trace.getActiveSpan()) return execute()
    const summary = summarizeStatement(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    return runInSpan(tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }), execute)
  }

async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    markFailed(span, errorCode(error))
    throw error
  } finally {
    span.end()
  }
}

function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
