import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'

const WARNING_INTERVAL_MS = 60_000

/** Messages of OpenTelemetry's exporter for errors without a code. */
const CAUSES = new Map([
  ['Request timed out', 'ETIMEDOUT'],
  ['Export failed with retryable status', 'HTTP 429, 502, 503 or 504'],
])

/** Counts spans that never reach the collector, and logs the reason once a minute. */
export class SpanLosses {
  /** Set once the log exists, because tracing starts first. */
  logger: Pick<Logger, 'warn'> | undefined
  #count = 0
  #loggedCount = 0
  #loggedAt: number | undefined

  get count(): number {
    return this.#count
  }

  add(spans: number, cause: string): void {
    this.#count += spans
    const now = performance.now()
    if (this.#loggedAt !== undefined && now - this.#loggedAt < WARNING_INTERVAL_MS) return
    this.logger?.warn(
      { cause, droppedSpans: this.#count - this.#loggedCount },
      'traces not exported: check the collector and OTEL_EXPORTER_OTLP_ENDPOINT',
    )
    this.#loggedAt = now
    this.#loggedCount = this.#count
  }
}

/** Returns the cause as a code. The message is not logged, because it may be text from a collector or a proxy. */
export function exportErrorCause(error: Error | undefined): string {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'number') return `HTTP ${code}`
  return CAUSES.get(message) ?? errorCode(error)
}
