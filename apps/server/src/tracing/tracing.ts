import type { WatchCall } from '@partner-accounts/api'
import type { Database } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { MailTransport } from '../mail/mail-transport.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'

/** The ids of a span, as log lines name them. */
export interface SpanIds {
  trace_id?: string
  span_id?: string
}

/**
 * Spans at the few points where time is spent. They hold names of ours alone: no path, no header, no body, no
 * parameter of a statement.
 */
export interface Tracing {
  /** Of what is under way where it is asked: empty outside of a span. */
  ids(): SpanIds
  traceRequests(app: FastifyInstance): void
  traceCall: WatchCall
  traceStatements(pool: Database['pool']): void
  traceMails(transport: MailTransport): MailTransport
  /** Hands over what is left. */
  close(): Promise<void>
}

/** Nothing of OpenTelemetry is loaded while it is off. */
export async function openTracing(settings: TracingSettings | undefined): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings)
}
