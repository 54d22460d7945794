import type { WatchCall } from '@partner-accounts/api'
import type { ObserveStatement } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { MailTransport } from '../mail/mail-transport.ts'

/** Spans contain no path, header, body or statement parameter. */
export interface Tracing {
  /** Empty outside a span. */
  ids(): { trace_id?: string; span_id?: string }
  traceRequests(app: FastifyInstance): void
  traceCall: WatchCall
  traceStatement: ObserveStatement
  traceMails(transport: MailTransport): MailTransport
  close(): Promise<void>
}
