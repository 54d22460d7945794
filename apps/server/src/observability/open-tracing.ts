import type { TracingSettings } from '../settings/tracing-settings.ts'
import type { Tracing } from './tracing.ts'

/** Sets tracing up. OpenTelemetry is loaded only if it is on. */
export async function openTracing(settings: TracingSettings | undefined): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings)
}
