import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { addPortalUser, list, signIn } from './partner.ts'

const LIMIT = 10

interface Answer {
  status: number | undefined
  body: string
}

/** From an address of the loopback, with headers of the client's own making. */
const askFrom = (localAddress: string, url: string, headers: Record<string, string> = {}, body?: Buffer) =>
  new Promise<Answer>((resolve, reject) => {
    const outgoing = request(url, { method: body ? 'POST' : 'GET', localAddress, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
    outgoing.once('error', reject).end(body)
  })

const times = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

const countOf = (statuses: readonly (number | undefined)[], status: number) =>
  statuses.filter((each) => each === status).length

describeCluster('two instances in production behind nginx', (programs) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start(programs, {
      environment: { RATE_LIMIT_REQUESTS: String(LIMIT), RATE_LIMIT_WINDOW_SECONDS: '600' },
    })
  }, 120_000)
  afterAll(() => cluster.stop())

  const origins = () => cluster.instances.map(({ origin }) => origin)

  it('take each other’s tokens', async () => {
    const user = await addPortalUser(cluster)
    const [first, second] = origins()
    expect((await list(second!, await signIn(first!, user))).status).toBe(200)
    expect((await list(first!, await signIn(second!, user))).status).toBe(200)
  })

  it('share out the requests', async () => {
    const handled = () => cluster.instances.map(({ output }) => output().split('"route":"/health/live"').length)
    const before = handled()
    await times(20, () => fetch(`${cluster.origin}/health/live`))
    await vi.waitFor(() => expect(handled().every((count, index) => count > before[index]!)).toBe(true), 5_000)
  })

  it('give a partner its budget once, to the request, however its requests are shared out', async () => {
    const user = await addPortalUser(cluster)
    const token = await signIn(origins()[0]!, user)
    const statuses = (await times(3 * LIMIT, () => list(cluster.origin, token))).map(({ status }) => status)
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([LIMIT, 2 * LIMIT])
  })

  it('count who is nobody in particular by the address that nginx saw, whatever the client says of itself', async () => {
    const url = `${cluster.baseUrl}/partner-accounts`
    const ask = (address: string) => (index: number) =>
      askFrom(address, url, { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.${index}` })
    const first = (await times(2 * LIMIT, ask('127.0.0.2'))).map(({ status }) => status)
    expect([countOf(first, 401), countOf(first, 429)]).toEqual([LIMIT, LIMIT])

    const other = (await times(LIMIT, ask('127.0.0.3'))).map(({ status }) => status)
    expect(countOf(other, 401)).toBe(LIMIT)
  })

  it('keep their metrics from who comes through nginx', async () => {
    expect((await fetch(`${cluster.origin}/metrics`)).status).toBe(404)
    expect((await fetch(`${origins()[0]}/metrics`)).status).toBe(200)
  })

  it('answer bodies that are too large in the envelope, whether nginx passes them on or not', async () => {
    for (const bytes of [100 * 1024, 2 * 1024 * 1024]) {
      const { status, body } = await askFrom('127.0.0.4', `${cluster.baseUrl}/tokens`, {}, Buffer.alloc(bytes))
      expect([bytes, status]).toEqual([bytes, 413])
      expect(JSON.parse(body)).toMatchObject({ _status: 'ERR', _code: 413, _error: { code: 413 } })
    }
  })
})
