import { setTimeout as wait } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, ConsoleSpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance } from 'fastify'
import type { MailTransport } from '../mail/mail-transport.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'
import { SpanLosses } from './span-losses.ts'
import { SpanQueue } from './span-queue.ts'
import { traceCalls, traceMails, traceRequests, traceStatements } from './spans.ts'

const TRACER_NAME = 'partner-accounts'
/** An unresponsive collector must not delay shutdowns. */
const CLOSE_TIMEOUT_MS = 1_000

/** Spans contain no path, header, body or statement parameter. */
export type Tracing = Awaited<ReturnType<typeof startOpenTelemetry>>

/** Starts tracing. OpenTelemetry's own variables set the sampler, the limits and the batches. */
export async function startOpenTelemetry(settings: TracingSettings) {
  const losses = new SpanLosses()
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new SpanQueue(await createExporter(settings), losses)],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer(TRACER_NAME)
  return {
    losses,
    /** Returns no ids outside of a span. */
    ids(): { trace_id?: string; span_id?: string } {
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {}
      return traceId !== undefined && spanId !== undefined ? { trace_id: traceId, span_id: spanId } : {}
    },
    traceRequests: (app: FastifyInstance) => traceRequests(app, tracer),
    traceCall: traceCalls(tracer),
    traceStatement: traceStatements(tracer),
    traceMails: (transport: MailTransport) => traceMails(transport, tracer),
    close: (): Promise<void> =>
      Promise.race([provider.shutdown().catch(() => undefined), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]),
  }
}

/** Returns the exporter of the protocol in the settings. OpenTelemetry's own variables set its endpoint. */
export async function createExporter({ exporter, protocol }: TracingSettings): Promise<SpanExporter> {
  if (exporter === 'console') return new ConsoleSpanExporter()
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}
