import * as z from 'zod'
import { choice, url, wholeNumber } from './setting-types.ts'
import { urlWithCredentials } from './url-credentials.ts'
import { fromEach, type ValuesOf } from './variables.ts'

export type TracingSettings = NonNullable<ReturnType<typeof tracingSettings>>

const MAX_TIMEOUT_MS = 600_000
const MAX_SPANS = 1_000_000

const boolean = () =>
  z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(choice('true', 'false'))
const timeoutMs = () => wholeNumber(1, MAX_TIMEOUT_MS)
const spans = () => wholeNumber(1, MAX_SPANS)
const compression = () => choice('gzip', 'none')
const pairs = () =>
  z.string().regex(/^\s*[^\s=,:]+\s*=[^,]*(,\s*[^\s=,:]+\s*=[^,]*)*$/, 'must be name=value[,name=value]')
const ratio = () =>
  z.string().refine((text) => /^\d*\.?\d+$/.test(text) && Number(text) <= 1, 'must be a number from 0 to 1')

const collectorUrl = () => urlWithCredentials().pipe(url('http', 'https'))
const protocol = () => choice('http/protobuf', 'http/json')

/** The variables of OpenTelemetry's specification that the service or OpenTelemetry's SDK reads. */
const VARIABLES = {
  OTEL_SDK_DISABLED: boolean().optional(),
  OTEL_SERVICE_NAME: z.string().default('partner-accounts'),
  OTEL_TRACES_EXPORTER: choice('otlp', 'console', 'none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol().default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol().optional(),
  // OpenTelemetry's SDK reads the variables below. The service validates them, because the SDK ignores invalid values.
  OTEL_RESOURCE_ATTRIBUTES: pairs().optional(),
  OTEL_TRACES_SAMPLER: choice(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ).optional(),
  OTEL_TRACES_SAMPLER_ARG: ratio().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs().optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMs().optional(),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: timeoutMs().optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: compression().optional(),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression().optional(),
  OTEL_BSP_SCHEDULE_DELAY: timeoutMs().optional(),
  OTEL_BSP_EXPORT_TIMEOUT: timeoutMs().optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: spans().optional(),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: spans().optional(),
}

export const TRACING = fromEach(VARIABLES)

/** Reports a sampling ratio without its sampler, because OpenTelemetry's SDK would ignore the ratio. */
export function findTracingProblems(variables: ValuesOf<typeof TRACING>): string[] {
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = variables
  if (ratio === undefined || sampler?.endsWith('traceidratio')) return []
  return ['OTEL_TRACES_SAMPLER_ARG has no effect without OTEL_TRACES_SAMPLER=parentbased_traceidratio: set both']
}

export function tracingSettings(variables: ValuesOf<typeof TRACING>) {
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT
  const exporter = variables.OTEL_TRACES_EXPORTER ?? (endpoint === undefined ? 'none' : 'otlp')
  const isDisabled = variables.OTEL_SDK_DISABLED === 'true'
  if (isDisabled || exporter === 'none') return undefined
  return {
    exporter,
    protocol: variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: variables.OTEL_SERVICE_NAME,
  }
}
