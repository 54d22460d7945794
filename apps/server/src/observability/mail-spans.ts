import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { errorCode } from '../logging/error-code.ts'
import type { MailTransport } from '../mail/mail-transport.ts'

/** Traces each delivery: the request that queued the mail may be long over. Omits the recipient. */
export const mailSpans = (transport: MailTransport, tracer: Tracer): MailTransport => ({
  concurrency: transport.concurrency,
  send: (mail) => {
    const attributes = { 'mail.id': mail.id, 'mail.kind': mail.content.kind }
    const options = { kind: SpanKind.CLIENT, attributes }
    return tracer.startActiveSpan('mail delivery', options, ROOT_CONTEXT, async (span) => {
      try {
        await transport.send(mail)
      } catch (error) {
        span.setAttribute('error.type', errorCode(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })
  },
  close: () => transport.close(),
})
