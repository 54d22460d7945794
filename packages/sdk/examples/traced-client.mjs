import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { PartnerAccounts } from '@partner-accounts/sdk'
import { options } from './client.mjs'

const tracer = trace.getTracer('partner-accounts')

/** Starts a span whose start time is that of its request. Omits the URL, which may contain a tax ID. */
const startSpan = ({ method, attempt }, durationMs) =>
  tracer.startSpan(`partner-accounts ${method}`, {
    kind: SpanKind.CLIENT,
    startTime: Date.now() - durationMs,
    attributes: { 'http.request.method': method, 'http.request.resend_count': attempt - 1 },
  })

export const tracedClient = new PartnerAccounts({
  ...options,
  hooks: {
    beforeRequest({ headers }) {
      propagation.inject(context.active(), headers, { set: (carrier, name, value) => carrier.set(name, value) })
    },
    afterResponse({ status, durationMs }, request) {
      const span = startSpan(request, durationMs)
      span.setAttribute('http.response.status_code', status)
      span.end()
    },
    onRequestError({ error, durationMs }, request) {
      const span = startSpan(request, durationMs)
      span.recordException(error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  },
})
