import autocannon from 'autocannon'
import type { PlainRequest, RequestSource } from '../operations.ts'
import { quantile } from './statistics.ts'

export interface Load {
  baseUrl: string
  connections: number
  requests: (connection: number) => RequestSource
  /** Duration or number of requests. A run with a number ends after its last response. */
  until: { seconds: number } | { requests: number }
}

/** Latencies in milliseconds. */
export interface LoadResult {
  requests: number
  seconds: number
  p50: number
  p99: number
}

const SAMPLE_MS = 50

/** Status of requests that exceed the service's timeout of 4.5 s, as on a stalled machine. */
const STALLED = 503
const MAX_STALLS = 5
const RESPONSE_TIMEOUT_SECONDS = 60

/**
 * Sends requests on all connections in parallel. Each connection waits for a response before its next request. Repeats a
 * run in which the machine stalled.
 *
 * @param stalls number of repetitions so far
 * @throws Error if a response is missing or is not 200
 */
export async function drive(load: Load, stalls = 0): Promise<LoadResult> {
  const { baseUrl, connections, requests, until } = load
  const target = new URL(baseUrl)
  const latencies: number[] = []
  /** Number of responses by status, except 200. */
  const wrong = new Map<number, number>()
  let connection = 0
  const startedAt = performance.now()
  let lastAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: target.origin,
        connections,
        // autocannon checks the duration only when it samples.
        sampleInt: SAMPLE_MS,
        timeout: RESPONSE_TIMEOUT_SECONDS,
        ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
        setupClient(client) {
          client.setRequests(toSteps(requests(connection), target))
          connection += 1
        },
      },
      (error: Error | null, ended) => (error ? reject(error) : resolve(ended)),
    )
    // autocannon's histogram has a resolution of 1 ms.
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      lastAt = performance.now()
      if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1)
    })
  })
  const hasOnlyStalled = wrong.size === 1 && wrong.has(STALLED)
  if (hasOnlyStalled && stalls < MAX_STALLS) return drive(load, stalls + 1)
  if (wrong.size > 0 || result.errors > 0) {
    const statuses = [...wrong].map(([status, count]) => `${count} times ${status}`)
    throw new Error(`not every response was 200: ${[...statuses, `${result.errors} failed`].join(', ')}`)
  }
  // The time was too short for a single response.
  if (latencies.length === 0) return drive({ ...load, until: { requests: connections } })
  const seconds = (lastAt - startedAt) / 1000
  return { requests: latencies.length, seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

const FIRST_REQUESTS = 10

/** Sends some requests on each connection, then runs the load for a while. */
export async function warmUp(load: Omit<Load, 'until'>, seconds: number): Promise<void> {
  await drive({ ...load, until: { requests: load.connections * FIRST_REQUESTS } })
  await drive({ ...load, until: { seconds } })
}

function toSteps(requests: RequestSource, { host, pathname }: URL): autocannon.Request[] {
  const toStep = ({ path, isNative, headers, ...request }: PlainRequest) => ({
    ...request,
    path: isNative ? path : `${pathname}${path}`,
    // `setupRequest` discards autocannon's default host, so the header would be `Host: undefined:undefined`.
    headers: { host, ...headers },
  })
  if (typeof requests !== 'function') return requests.map(toStep)
  return [{ ...toStep(requests()), setupRequest: () => toStep(requests()) }]
}
