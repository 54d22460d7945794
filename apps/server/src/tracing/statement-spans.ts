import { AsyncResource } from 'node:async_hooks'
import { type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import type { Database } from '@partner-accounts/db'
import { faultCode } from '../logging/fault-code.ts'

type Pool = Database['pool']
type Run = (...parameters: unknown[]) => unknown

/** A span for each statement that somebody's request waits for. What runs by itself has none. */
export function traceStatements(pool: Pool, tracer: Tracer): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Run
    const traced: Run = (...parameters) => {
      const summary = trace.getActiveSpan() && summaryOf(parameters[0])
      if (summary === undefined) return query(...parameters)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
      return endWithAnswer(tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }), query, parameters)
    }
    client.query = traced as typeof client.query
  })

  // A statement that waits for a connection would else run in the name of whoever gives one back.
  const connect = pool.connect.bind(pool) as Run
  const inOwnName: Run = (callback) =>
    typeof callback === 'function' ? connect(AsyncResource.bind(callback as Run)) : connect()
  pool.connect = inOwnName as typeof pool.connect
}

/** `pg` answers by a callback or a promise, as it is asked. */
function endWithAnswer(span: Span, query: Run, parameters: unknown[]): unknown {
  const end = (error?: unknown) => {
    if (error) {
      span.setAttribute('error.type', faultCode(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
  const callback = parameters.at(-1)
  if (typeof callback === 'function') {
    return query(...parameters.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
      end(error)
      ;(callback as Run)(error, ...answer)
    })
  }
  const answer = query(...parameters)
  if (answer instanceof Promise) answer.then(() => end(), end)
  else end()
  return answer
}

/**
 * The name that a statement begins with, or what it does to which table: `account_page`, `SELECT mails`, `COMMIT`.
 * Nothing else of its text, so that no value gets out that somebody puts there.
 */
function summaryOf(statement: unknown): string | undefined {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text
  if (typeof text !== 'string') return undefined
  const [, name] = /^\/\* (\w+) \*\//.exec(text) ?? []
  if (name !== undefined) return name
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]\w*)/i.exec(text) ?? []
  return [verb.toUpperCase(), table].filter(Boolean).join(' ')
}
