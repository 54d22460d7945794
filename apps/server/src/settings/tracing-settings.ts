import * as z from 'zod'
import { choice, url } from './setting-types.ts'

/** OpenTelemetry's SDK reads the others. */
export type TracingSettings = NonNullable<ReturnType<typeof tracingSettings>>

const protocol = () => choice('http/protobuf', 'http/json')

/** As in OpenTelemetry's specification. */
export const TRACING_VARIABLES = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('partner-accounts'),
  OTEL_TRACES_EXPORTER: choice('otlp', 'console', 'none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol().default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol().optional(),
}

type Variables = z.output<z.ZodObject<typeof TRACING_VARIABLES>>

export function tracingSettings(variables: Variables) {
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT
  const exporter = variables.OTEL_TRACES_EXPORTER ?? (endpoint === undefined ? 'none' : 'otlp')
  const disabled = variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true'
  if (disabled || exporter === 'none') return undefined
  return {
    exporter,
    protocol: variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: variables.OTEL_SERVICE_NAME,
  }
}
