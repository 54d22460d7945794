import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Cluster } from '../src/cluster.ts'
import { describeCluster } from './describe-cluster.ts'
import { addPortalUser, list, nativeClient, type PortalUser, signIn } from './partner.ts'

const newKey = () => randomBytes(32).toString('base64url')

describeCluster('rotating keys over two instances', (programs) => {
  let cluster: Cluster
  let user: PortalUser
  /** The signing keys of both instances between tests. */
  let signingKeys: string
  beforeAll(async () => {
    cluster = await Cluster.start(programs, {
      environment: { RATE_LIMIT_REQUESTS: '1000000', SHUTDOWN_DRAIN_SECONDS: '0' },
    })
    user = await addPortalUser(cluster)
    signingKeys = cluster.keys.TOKEN_SIGNING_KEYS
  })
  afterAll(() => cluster.stop())

  const restart = (index: number, TOKEN_SIGNING_KEYS: string) =>
    cluster.instances[index]!.restart({ environment: { TOKEN_SIGNING_KEYS } })
  /** Returns the status of each instance's response to a token. */
  const statusesFor = (token: string) =>
    Promise.all(cluster.instances.map(async ({ origin }) => (await list(origin, token)).status))
  const signInAt = (index: number) => signIn(cluster.instances[index]!.origin, user)
  const kidOf = (token: string): unknown => {
    const [header = ''] = token.split('.')
    return JSON.parse(Buffer.from(header, 'base64url').toString()).kid
  }

  it('a signing key that is added last, then moved to the front, keeps every token valid on every instance', async () => {
    const newKeys = `last:${newKey()}`
    const tokens = [await signInAt(0)]
    const expectAllAccepted = async () => {
      tokens.push(await signInAt(0), await signInAt(1))
      for (const token of tokens) expect(await statusesFor(token)).toEqual([200, 200])
    }
    for (const keys of [`${signingKeys},${newKeys}`, `${newKeys},${signingKeys}`]) {
      for (const index of cluster.instances.keys()) {
        await restart(index, keys)
        await expectAllAccepted()
      }
    }
    expect(kidOf(tokens[0]!)).not.toBe('last')
    expect(kidOf(tokens.at(-1)!)).toBe('last')

    signingKeys = newKeys
    for (const index of cluster.instances.keys()) await restart(index, signingKeys)
    expect(await statusesFor(tokens[0]!)).toEqual([401, 401])
    expect(await statusesFor(tokens.at(-1)!)).toEqual([200, 200])
  })

  it('adding a signing key at the front in one step makes instances that have not restarted return 401 for its tokens', async () => {
    signingKeys = `front:${newKey()},${signingKeys}`
    await restart(0, signingKeys)
    const token = await signInAt(0)
    expect(await statusesFor(token)).toEqual([200, 401])
    await restart(1, signingKeys)
    expect(await statusesFor(token)).toEqual([200, 200])
  })

  it('the old and the new internal key both authenticate until the old one is removed', async () => {
    const oldKey = cluster.keys.INTERNAL_API_KEY
    const newInternalKey = newKey()
    const acceptedBy = (key: string) =>
      Promise.all(
        cluster.instances.map(({ origin }) =>
          nativeClient(origin, key)
            .internal.partners.list.query()
            .then(
              () => true,
              () => false,
            ),
        ),
      )
    const changeTo = async (INTERNAL_API_KEY: string, meanwhile: () => Promise<void>) => {
      for (const instance of cluster.instances) {
        await instance.restart({ environment: { INTERNAL_API_KEY } })
        await meanwhile()
      }
    }
    await changeTo(`new:${newInternalKey},old:${oldKey}`, async () =>
      expect(await acceptedBy(oldKey)).toEqual([true, true]),
    )
    await changeTo(`new:${newInternalKey}`, async () => expect(await acceptedBy(newInternalKey)).toEqual([true, true]))
    expect(await acceptedBy(oldKey)).toEqual([false, false])
  })
})
