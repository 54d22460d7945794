import { SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { WatchCall } from '@partner-accounts/api'
import { RejectionError } from '@partner-accounts/core'

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

/** Messages may quote the request. */
function kindOf({ name, cause }: Error): string {
  if (cause instanceof RejectionError) return (cause as RejectionError<string>).kind
  return cause instanceof Error ? cause.name : name
}
