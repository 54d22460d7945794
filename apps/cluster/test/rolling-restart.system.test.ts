import { afterAll, beforeAll, expect, it } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { Load } from './load.ts'
import { addPortalUser } from './partner.ts'

describeCluster('restarting instances one by one under load', (programs) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start(programs, { environment: { RATE_LIMIT_REQUESTS: '1000000' } })
  })
  afterAll(() => cluster.stop())

  it('fails no list, no sign-in and no creation with an Idempotency-Key, without retries', async () => {
    const load = await Load.begin(cluster.origin, await addPortalUser(cluster))
    for (const instance of [...cluster.instances, ...cluster.instances]) expect(await instance.restart()).toBe(0)
    await load.finish()
    await load.expectServed()
  })

  it('returns 503 in the envelope while no instance runs, and serves again after they start', async () => {
    const listAccounts = () => fetch(`${cluster.baseUrl}/partner-accounts`)
    for (const instance of cluster.instances) await instance.stop()
    const response = await listAccounts()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ _status: 'ERR', _code: 503, _error: { code: 503 } })
    for (const instance of cluster.instances) await instance.start()
    await expect.poll(async () => (await listAccounts()).status).toBe(401)
  })
})
