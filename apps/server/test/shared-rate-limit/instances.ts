import { request, type TestResponse, type TestService } from '../harness.ts'

/** Timeout for a service to detect that the store is available again. It probes the store every second. */
export const RECOVERY_WAIT = { timeout: 60_000, interval: 50 }

/** Sends a partner's list request to an instance. */
export const list = (service: TestService, token: string): Promise<TestResponse> =>
  request(service, 'GET', '/partner-accounts', undefined, { authorization: `Bearer ${token}` })

/** Sends requests one after the other and returns their statuses. */
export async function statusesOf(count: number, send: (index: number) => Promise<TestResponse>): Promise<number[]> {
  const statuses: number[] = []
  for (let made = 0; made < count; made++) statuses.push((await send(made)).status)
  return statuses
}

/**
 * Returns the value of a metric, or `NaN` if it is absent.
 *
 * @param name with the labels as in Prometheus' text format
 */
export async function metric({ origin }: TestService, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

export const isDegraded = async (service: TestService): Promise<boolean> =>
  (await metric(service, 'rate_limit_degraded')) === 1

/** Returns the service's log lines about the store, parsed. */
export const storeLogLines = (service: TestService): { level: number; msg: string; reason?: string }[] =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes('rate limits'))
    .map((line) => JSON.parse(line))
