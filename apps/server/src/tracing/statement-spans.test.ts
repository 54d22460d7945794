import { context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type Database, openDatabase } from '@partner-accounts/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { traceStatements } from './statement-spans.ts'

describe('spans of statements', () => {
  const spans = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test')
  let database: Database
  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    database = await openDatabase({ directory: undefined }, Buffer.alloc(32))
    traceStatements(database.pool, tracer)
    await database.pool.query('CREATE TABLE things (name text)')
  })
  beforeEach(() => spans.reset())
  afterAll(async () => {
    await database.close()
    context.disable()
  })

  const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(ROOT_CONTEXT, span), work)
  const namesBelow = (span: Span) =>
    spans
      .getFinishedSpans()
      .filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId)
      .map(({ name }) => name)

  it('belong to whoever asks, not to whoever gives the connection back', async () => {
    const [holder, one, other] = [tracer.startSpan('a'), tracer.startSpan('b'), tracer.startSpan('c')]
    const client = await within(holder, () => database.pool.connect())
    const waiting = [
      within(one, () => database.pool.query('SELECT name FROM things')),
      within(other, () => database.pool.query('INSERT INTO things VALUES ($1)', ['x'])),
    ]
    within(holder, () => client.release())
    await Promise.all(waiting)
    expect([holder, one, other].map(namesBelow)).toEqual([[], ['SELECT things'], ['INSERT things']])
  })

  it('are not made for what no request waits for', async () => {
    await database.pool.query('SELECT name FROM things')
    expect(spans.getFinishedSpans()).toEqual([])
  })

  it('tell of a failure its code, and of a statement neither text nor values', async () => {
    const asking = tracer.startSpan('a')
    const fault = within(asking, () =>
      database.pool.query("SELECT 1 FROM nothing WHERE x = 'hunter2' OR x = $1", ['y']),
    )
    await expect(fault).rejects.toThrow()
    const [span] = spans.getFinishedSpans()
    expect(span).toMatchObject({ name: 'SELECT nothing', status: { code: 2 } })
    expect(span?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'SELECT nothing',
      'error.type': '42P01',
    })
  })
})
