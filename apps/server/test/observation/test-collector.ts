import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span in OTLP's JSON encoding. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

export interface TestCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  spans: CollectedSpan[]
  /** Headers and bodies of all requests, unchanged. */
  received: string[]
  /** The `service.name` of each service that sent spans. */
  services: Set<unknown>
  stop(): Promise<void>
}

interface TracesData {
  resourceSpans: { resource: Pick<CollectedSpan, 'attributes'>; scopeSpans: { spans: CollectedSpan[] }[] }[]
}

/** Starts a collector of OTLP spans over HTTP in JSON, on a free loopback port. */
export async function startCollector(): Promise<TestCollector> {
  const spans: CollectedSpan[] = []
  const received: string[] = []
  const services = new Set<unknown>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(JSON.stringify(request.headers), body)
      for (const { resource, scopeSpans } of (JSON.parse(body) as TracesData).resourceSpans) {
        services.add(attributesOf(resource)['service.name'])
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    spans,
    received,
    services,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns attributes as an object. OTLP wraps each value in an object that names its type. */
export const attributesOf = ({ attributes }: Pick<CollectedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
