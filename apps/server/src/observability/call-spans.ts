import { SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { RequestError, type WatchCall } from '@partner-accounts/api'
import { DomainError } from '@partner-accounts/core'

/** A span for each procedure: over REST there is one in a request, natively as many as the batch holds. */
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

/** The kind alone: a message may quote what was sent. */
const kindOf = ({ name, cause }: Error): string =>
  cause instanceof DomainError || cause instanceof RequestError
    ? cause.kind
    : cause instanceof Error
      ? cause.name
      : name
