import { request, type TestResponse, type TestService } from '../harness.ts'

/** How long a store that is back may take to be noticed: a probe a second, and what a slow machine adds. */
export const RECOVERY_WAIT = { timeout: 10_000, interval: 50 }

/** A partner's request to any instance. */
export const list = (service: TestService, token: string): Promise<TestResponse> =>
  request(service, 'GET', '/partner-accounts', undefined, { authorization: `Bearer ${token}` })

/** Statuses of requests made one after the other. */
export async function statusesOf(count: number, send: (index: number) => Promise<TestResponse>): Promise<number[]> {
  const statuses: number[] = []
  for (let made = 0; made < count; made++) statuses.push((await send(made)).status)
  return statuses
}

/** The value of a metric, with its labels as Prometheus writes them. */
export async function metric({ origin }: TestService, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

export const isDegraded = async (service: TestService): Promise<boolean> =>
  (await metric(service, 'rate_limit_degraded')) === 1

/** What it said of the store, one object a line. */
export const storeLogLines = (service: TestService): { level: number; msg: string; reason?: string }[] =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes('rate limits'))
    .map((line) => JSON.parse(line))
