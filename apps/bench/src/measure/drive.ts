import autocannon from 'autocannon'
import type { PlainRequest } from '../operations.ts'
import { quantile } from './statistics.ts'

export interface Load {
  baseUrl: string
  connections: number
  /** What each connection sends: a list to go through again and again, or what makes the next one. */
  requests: (connection: number) => PlainRequest[] | (() => PlainRequest)
  /** How long, or how many requests in all: then each is answered before it ends. */
  until: { seconds: number } | { amount: number }
}

/** What came of it. Latencies in milliseconds. */
export interface Driven {
  requests: number
  seconds: number
  p50: number
  p99: number
}

const SAMPLE_MS = 50

/** @throws Error when an answer is not 200, or does not come */
export async function drive({ baseUrl, connections, requests, until }: Load): Promise<Driven> {
  const target = new URL(baseUrl)
  const latencies: number[] = []
  const wrong = new Map<number, number>()
  let connection = 0
  const startedAt = performance.now()
  let lastAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: target.origin,
        connections,
        // It looks at the clock no more often than it samples.
        sampleInt: SAMPLE_MS,
        ...('seconds' in until ? { duration: until.seconds } : { amount: until.amount }),
        setupClient: (client) => client.setRequests(toSteps(requests(connection++), target)),
      },
      (error: Error | null, ended) => (error ? reject(error) : resolve(ended)),
    )
    // The tool's own histogram counts whole milliseconds.
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      lastAt = performance.now()
      if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1)
    })
  })
  if (wrong.size > 0 || result.errors > 0) {
    const statuses = [...wrong].map(([status, count]) => `${count} times ${status}`)
    throw new Error(`not every answer was 200: ${[...statuses, `${result.errors} failed`].join(', ')}`)
  }
  // An answer takes longer than the run: then the run takes as long as an answer.
  if (latencies.length === 0) return drive({ baseUrl, connections, requests, until: { amount: connections } })
  const seconds = (lastAt - startedAt) / 1000
  return { requests: latencies.length, seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

const FIRST_REQUESTS = 10

/** The first requests of a process take many times as long as all later ones, longer than a short run may be. */
export async function warmUp(load: Omit<Load, 'until'>, seconds: number): Promise<void> {
  await drive({ ...load, until: { amount: load.connections * FIRST_REQUESTS } })
  await drive({ ...load, until: { seconds } })
}

function toSteps(requests: PlainRequest[] | (() => PlainRequest), { host, pathname }: URL): autocannon.Request[] {
  const toStep = ({ path, headers, ...request }: PlainRequest) => ({
    ...request,
    path: `${pathname}${path}`,
    // autocannon sends `Host: undefined:undefined` for a request that is made anew each time.
    headers: { host, ...headers },
  })
  if (typeof requests !== 'function') return requests.map(toStep)
  return [{ ...toStep(requests()), setupRequest: () => toStep(requests()) }]
}
