import { SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { RequestError, type WatchCall } from '@partner-accounts/api'
import { DomainError } from '@partner-accounts/core'

/** Creates a span for each procedure: one for a REST request, one for each call of a native batch. */
export const callSpans =
  (tracer: Tracer): WatchCall =>
  (procedure, call) =>
    tracer.startActiveSpan(procedure, async (span) => {
      try {
        const outcome = await call()
        if (!outcome.ok) {
          span.setAttribute('error.type', kindOf(outcome.error))
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        return outcome
      } finally {
        span.end()
      }
    })

/** Returns the kind only: a message may quote the request. */
const kindOf = ({ name, cause }: Error): string =>
  cause instanceof DomainError || cause instanceof RequestError
    ? cause.kind
    : cause instanceof Error
      ? cause.name
      : name
