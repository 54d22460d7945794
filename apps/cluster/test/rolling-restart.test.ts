import { afterAll, beforeAll, expect, it } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { Load } from './load.ts'
import { addPortalUser } from './partner.ts'

describeCluster('replacing instances one by one under load', (programs) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start(programs, { environment: { RATE_LIMIT_REQUESTS: '1000000' } })
  }, 120_000)
  afterAll(() => cluster.stop())

  it('fails no request: lists, sign-ins, and creations with an Idempotency-Key, each asked for once', async () => {
    const load = await Load.begin(cluster.origin, await addPortalUser(cluster))
    for (const instance of [...cluster.instances, ...cluster.instances]) expect(await instance.restart()).toBe(0)
    await load.finish()
    await load.expectServed()
  }, 120_000)

  it('tells in the envelope that nobody is left, and takes up work again by itself', async () => {
    const ask = () => fetch(`${cluster.baseUrl}/partner-accounts`)
    for (const instance of cluster.instances) await instance.stop()
    const answer = await ask()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ _status: 'ERR', _code: 503, _error: { code: 503 } })
    for (const instance of cluster.instances) await instance.start()
    await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(401)
  }, 60_000)
})
