import { DomainError } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Database } from '@partner-accounts/db'
import { openInMemory } from '@partner-accounts/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fastify } from 'fastify'
import type { MailTransport, OutgoingMail } from '../mail/mail-transport.ts'
import { traceCalls, traceMails, traceRequests, traceStatements } from './spans.ts'

it('traceRequests creates a span with the status of the response, and marks it as failed if the status is 500 or more', async () => {
  const spans = new InMemorySpanExporter()
  const app = fastify()
  traceRequests(app, new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test'))
  app.get('/:status', (request, reply) => reply.code(Number((request.params as { status: string }).status)).send())
  for (const status of [200, 499, 500]) await app.inject(`/${status}`)
  await expect.poll(() => spans.getFinishedSpans()).toHaveLength(3)
  const statuses = spans.getFinishedSpans().map(({ attributes, status }) => [attributes, status.code])
  const attributes = { 'http.request.method': 'GET', 'http.route': '/:status' }
  expect(statuses).toEqual([
    [{ ...attributes, 'http.response.status_code': 200 }, SpanStatusCode.UNSET],
    [{ ...attributes, 'http.response.status_code': 499 }, SpanStatusCode.UNSET],
    [{ ...attributes, 'http.response.status_code': 500 }, SpanStatusCode.ERROR],
  ])
  await app.close()
})

it('traceCalls marks a failed call with the kind of its error, and returns the outcome', async () => {
  const spans = new InMemorySpanExporter()
  const watchCall = traceCalls(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test'),
  )
  const failed = { ok: false, error: new Error('private', { cause: new DomainError('account-not-found') }) } as const
  expect(await watchCall('accounts.list', () => Promise.resolve({ ok: true }))).toEqual({ ok: true })
  expect(await watchCall('accounts.get', () => Promise.resolve(failed))).toBe(failed)
  expect(spans.getFinishedSpans()).toMatchObject([
    { name: 'accounts.list', attributes: {}, status: { code: SpanStatusCode.UNSET } },
    { name: 'accounts.get', attributes: { 'error.type': 'account-not-found' }, status: { code: SpanStatusCode.ERROR } },
  ])
})

it('traceMails creates a span for each delivery with the id and the kind of the mail, and marks a failed one', async () => {
  const spans = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test')
  const mail: OutgoingMail = {
    id: 'm1',
    recipient: 'ana@revenda.example',
    content: { kind: 'account-corrected', name: 'Ana', accountName: 'Padaria' },
  }
  let closed = 0
  const transport: MailTransport = {
    concurrency: 3,
    send: ({ id }) =>
      id === 'm1' ? Promise.resolve() : Promise.reject(Object.assign(new Error(), { code: 'EENVELOPE' })),
    close: () => {
      closed += 1
    },
  }
  const traced = traceMails(transport, tracer)
  await traced.send(mail)
  await expect(traced.send({ ...mail, id: 'm2' })).rejects.toThrow()
  traced.close()
  expect([traced.concurrency, closed]).toEqual([3, 1])
  const attributes = { 'mail.id': 'm1', 'mail.kind': 'account-corrected' }
  expect(spans.getFinishedSpans().map((span) => [span.name, span.attributes, span.status.code])).toEqual([
    ['mail delivery', attributes, SpanStatusCode.UNSET],
    ['mail delivery', { ...attributes, 'mail.id': 'm2', 'error.type': 'EENVELOPE' }, SpanStatusCode.ERROR],
  ])
})

describe('traceStatements', () => {
  const spans = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer('test')
  let database: Database
  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    database = await openInMemory(newSealingKeys(), traceStatements(tracer))
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

  it('creates spans within the request that runs the statement, not the one that released its connection', async () => {
    // The database has one connection, so both statements wait until `holder` releases it.
    const holder = tracer.startSpan('a')
    const one = tracer.startSpan('b')
    const other = tracer.startSpan('c')
    const client = await within(holder, () => database.pool.connect())
    const waiting = [
      within(one, () => database.stores.coupons.find('none')),
      within(other, () => database.stores.accounts.page('nobody', 1, 25)),
    ]
    within(holder, () => client.release())
    await Promise.all(waiting)
    expect([holder, one, other].map(namesBelow)).toEqual([[], ['SELECT coupons'], ['account_page']])
  })

  it('creates spans for a transaction’s statements, including BEGIN and COMMIT', async () => {
    const request = tracer.startSpan('a')
    await within(request, () =>
      database.transact(async ({ accounts, coupons }) => {
        await coupons.find('none')
        await accounts.page('nobody', 1, 25)
      }),
    )
    expect(namesBelow(request)).toEqual(['BEGIN', 'SELECT coupons', 'account_page', 'COMMIT'])
  })

  it('creates no span for a statement outside of a request', async () => {
    await database.stores.coupons.find('none')
    expect(spans.getFinishedSpans()).toEqual([])
  })

  it('records the code of an error, but neither the text nor the values of the statement', async () => {
    const request = tracer.startSpan('a')
    const failing = within(
      request,
      async () => database.prisma.$queryRaw`SELECT 1 FROM nothing WHERE x = 'hunter2' OR x = ${'y'}`,
    )
    await expect(failing).rejects.toThrow()
    const [span] = spans.getFinishedSpans()
    expect(span).toMatchObject({ name: 'SELECT nothing', status: { code: SpanStatusCode.ERROR } })
    expect(span?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'SELECT nothing',
      'error.type': '42P01',
    })
  })
})
