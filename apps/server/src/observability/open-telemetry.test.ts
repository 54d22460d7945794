import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { ConsoleSpanExporter } from '@opentelemetry/sdk-trace-base'
import { expect, it } from 'vitest'
import { createExporter } from './open-telemetry.ts'

it.each([
  ['to the console', { exporter: 'console', protocol: 'http/protobuf' }, ConsoleSpanExporter],
  ['as JSON', { exporter: 'otlp', protocol: 'http/json' }, JsonExporter],
  ['as Protocol Buffers', { exporter: 'otlp', protocol: 'http/protobuf' }, ProtobufExporter],
] as const)('createExporter sends spans %s', async (_case, settings, Exporter) => {
  const exporter = await createExporter({ ...settings, serviceName: 'accounts' })
  expect(exporter).toBeInstanceOf(Exporter)
  await exporter.shutdown()
})
