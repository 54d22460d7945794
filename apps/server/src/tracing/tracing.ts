import type { WatchCall } from '@partner-accounts/api'
import type { ObserveStatement } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { MailTransport } from '../mail/mail-transport.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'

/** The ids of a span, as log lines name them. */
export interface SpanIds {
  trace_id?: string
  span_id?: string
}

/**
 * Creates spans at the few points where time is spent. They contain our own names only: no path, header, body or
 * parameter of a statement.
 */
export interface Tracing {
  /** Returns the ids of the active span: empty outside of a span. */
  ids(): SpanIds
  traceRequests(app: FastifyInstance): void
  traceCall: WatchCall
  traceStatement: ObserveStatement
  traceMails(transport: MailTransport): MailTransport
  /** Exports the remaining spans. */
  close(): Promise<void>
}

/** Sets tracing up. OpenTelemetry is loaded only if it is on. */
export async function openTracing(settings: TracingSettings | undefined): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings)
}
