import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { faultCode } from '../logging/fault-code.ts'
import type { MailTransport } from '../mail/mail-transport.ts'

/** A trace for each delivery: the request that queued the mail may be long gone. Never whom it is for. */
export const mailSpans = (transport: MailTransport, tracer: Tracer): MailTransport => ({
  send: (mail) => {
    const attributes = { 'mail.id': mail.id, 'mail.kind': mail.content.kind }
    const options = { kind: SpanKind.CLIENT, attributes }
    return tracer.startActiveSpan('mail delivery', options, ROOT_CONTEXT, async (span) => {
      try {
        await transport.send(mail)
      } catch (error) {
        span.setAttribute('error.type', faultCode(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })
  },
  close: () => transport.close(),
})
