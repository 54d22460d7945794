import { type Context, TraceFlags } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, getNumberFromEnv } from '@opentelemetry/core'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { exportErrorCause, type SpanLosses } from './span-losses.ts'

const DEFAULT_MAX_QUEUE_SIZE = 2048

/** Exports spans in batches, and reports the spans that OpenTelemetry's processor drops silently. */
export class SpanQueue implements SpanProcessor {
  readonly #losses: SpanLosses
  readonly #maxQueueSize = getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE') ?? DEFAULT_MAX_QUEUE_SIZE
  readonly #processor: BatchSpanProcessor
  /** Spans that wait for their export to begin. */
  #waiting = 0
  /** The error of the latest export. While exports fail, it is the reason for a full queue. */
  #cause: string | undefined

  constructor(exporter: SpanExporter, losses: SpanLosses) {
    this.#losses = losses
    const observedExporter: SpanExporter = {
      export: (spans, done) => this.#export(exporter, spans, done),
      shutdown: () => exporter.shutdown(),
    }
    this.#processor = new BatchSpanProcessor(observedExporter, { maxQueueSize: this.#maxQueueSize })
  }

  onStart(span: Span, parent: Context): void {
    this.#processor.onStart(span, parent)
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
    if (this.#waiting >= this.#maxQueueSize) {
      this.#losses.add(1, this.#cause ?? 'QUEUE_FULL')
      return
    }
    this.#waiting += 1
    this.#processor.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.#processor.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#processor.shutdown()
  }

  #export(exporter: SpanExporter, spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#waiting -= spans.length
    exporter.export(spans, (result) => {
      this.#cause = result.code === ExportResultCode.FAILED ? exportErrorCause(result.error) : undefined
      if (this.#cause !== undefined) this.#losses.add(spans.length, this.#cause)
      done(result)
    })
  }
}
