import { SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import type { ObserveStatement } from '@partner-accounts/db'
import { errorCode } from '../logging/error-code.ts'

export const statementSpans =
  (tracer: Tracer): ObserveStatement =>
  async (text, execute) => {
    if (!trace.getActiveSpan()) return execute()
    const summary = summarize(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes })
    try {
      return await execute()
    } catch (error) {
      span.setAttribute('error.type', errorCode(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

/** Returns the leading name, or verb and table: `account_page`, `SELECT mails`. The rest may contain values. */
function summarize(text: string): string {
  const [, name] = /^\/\* (\w+) \*\//.exec(text) ?? []
  if (name !== undefined) return name
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]\w*)/i.exec(text) ?? []
  return [verb.toUpperCase(), table].filter(Boolean).join(' ')
}
