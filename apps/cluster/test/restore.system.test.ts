import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { accountBody, addPortalUser, createAccount, list, signIn } from './partner.ts'

const RESTORED = 'restored'

describeCluster('a database restored from pg_dump', (programs) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start(programs, {
      environment: { RATE_LIMIT_REQUESTS: '1000000', SHUTDOWN_DRAIN_SECONDS: '0' },
    })
  })
  afterAll(() => cluster.stop())

  const postgres = (program: string, ...args: string[]) =>
    execFileSync(`${programs.postgres}/${program}`, args, { maxBuffer: 64 * 1024 * 1024 })

  it('serves the dumped sign-ins, accounts, tokens and idempotent responses', async () => {
    const user = await addPortalUser(cluster)
    const token = await signIn(cluster.origin, user)
    const key = randomUUID()
    const body = accountBody()
    const created = await (await createAccount(cluster.origin, token, key, body)).text()
    const { _id, secret, api_token } = JSON.parse(created)
    const listed = await (await list(cluster.origin, token)).json()

    const restoredUrl = new URL(cluster.databaseUrl)
    restoredUrl.pathname = `/${RESTORED}`
    const dump = `${cluster.folder}/backup`
    postgres('pg_dump', '--format=custom', `--file=${dump}`, cluster.databaseUrl)
    postgres('createdb', `--maintenance-db=${cluster.databaseUrl}`, RESTORED)
    postgres('pg_restore', '--exit-on-error', `--dbname=${restoredUrl.href}`, dump)

    const [instance] = cluster.instances
    await instance!.restart({ environment: { DATABASE_URL: restoredUrl.href, OUTGOING: 'off' } })
    const { origin, metricsOrigin } = instance!
    expect(await (await fetch(`${metricsOrigin}/metrics`)).text()).toContain('\noutgoing_enabled 0\n')
    expect(await (await list(origin, await signIn(origin, user))).json()).toEqual(listed)
    expect(await readApiToken(origin, token, _id, secret)).toBe(api_token)
    expect(await (await createAccount(origin, token, key, body)).text()).toBe(created)

    // Another key makes only short-lived data unreadable.
    await instance!.restart({ environment: { DATA_SEALING_KEY: randomBytes(32).toString('base64url') } })
    expect(await readApiToken(origin, token, _id, secret)).toBe(api_token)
    // The stored response is lost, so the request counts as a new one, and its e-mail is taken.
    const again = await createAccount(origin, token, key, body)
    expect([again.status, await again.json()]).toEqual([422, expect.objectContaining({ _code: 88 })])
  })

  async function readApiToken(origin: string, token: string, id: string, secret: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, 'x-secret': secret }
    const account = await fetch(`${origin}/partners/v1/partner-accounts/${id}`, { headers })
    return ((await account.json()) as { api_token?: unknown }).api_token
  }
})
