import type { WatchCall } from '@partner-accounts/api'
import type { ObserveStatement } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { MailTransport } from '../mail/mail-transport.ts'

/** The ids of a span, as log lines name them. */
export interface SpanIds {
  trace_id?: string
  span_id?: string
}

/**
 * Creates spans where requests spend their time. Their names and attributes are the service's own: no path, header, body
 * or parameter of a statement.
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
