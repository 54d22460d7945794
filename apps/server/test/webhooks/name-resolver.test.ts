import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type NameRecord, type NameServer, startNameServer } from '@partner-accounts/local-servers/name-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NameResolver } from '../../src/webhooks/name-resolver.ts'
import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'

const RECORDS: Record<string, NameRecord> = {
  'both.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'ipv6.example': ['2606:2800:220:1::1'],
  'private.example': ['10.0.0.1', '::1'],
  'here.example': ['127.0.0.1'],
}
const NEVER_ABORTED = new AbortController().signal

describe('NameResolver', () => {
  const servers: NameServer[] = []
  afterEach(async () => {
    vi.useRealTimers()
    for (const server of servers.splice(0)) await server.stop()
  })

  const startResolver = async () => {
    const server = await startNameServer((name) => (name.endsWith('silent.example') ? 'silent' : RECORDS[name]))
    servers.push(server)
    return { server, resolver: new NameResolver([server.address]) }
  }

  it.each([
    ['both.example', ['93.184.216.34', '2606:2800:220:1::1']],
    ['ipv6.example', ['2606:2800:220:1::1']],
    ['localhost', ['127.0.0.1', '::1']],
    ['a.localhost.', ['127.0.0.1', '::1']],
  ])('returns the addresses of %s, IPv4 first', async (name, expected) => {
    const { resolver } = await startResolver()
    expect((await resolver.resolve(name, 'a partner', NEVER_ABORTED)).map(({ address }) => address)).toEqual(expected)
  })

  it('looks a name up once per minute, also after a failure', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { server, resolver } = await startResolver()
    const resolveBoth = async () => {
      await resolver.resolve('both.example', 'a partner', NEVER_ABORTED)
      await expect(resolver.resolve('unknown.example', 'another', NEVER_ABORTED)).rejects.toMatchObject({
        code: 'ENOTFOUND',
      })
    }
    await resolveBoth()
    const queryCount = server.queries.length
    await resolveBoth()
    expect(server.queries.length).toBe(queryCount)
    vi.setSystemTime(Date.now() + 60_001)
    await resolveBoth()
    expect(server.queries.length).toBe(2 * queryCount)
  })

  it("runs at most two lookups of a partner at a time, so that silent servers do not delay other partners' lookups", async () => {
    const { server, resolver } = await startResolver()
    const canceled = new AbortController()
    const names = Array.from({ length: 20 }, (_, index) => `${index}.silent.example`)
    const lookups = Promise.allSettled(names.map((name) => resolver.resolve(name, 'one', canceled.signal)))
    await vi.waitFor(() => expect(new Set(server.queries).size).toBe(2))
    expect(await resolver.resolve('both.example', 'another', NEVER_ABORTED)).toHaveLength(2)
    expect(new Set(server.queries.filter((name) => name.endsWith('silent.example'))).size).toBe(2)
    canceled.abort()
    expect((await lookups).map(({ status }) => status)).toEqual(names.map(() => 'rejected'))
    // A canceled lookup is not cached.
    await expect(resolver.resolve('0.silent.example', 'another', AbortSignal.timeout(50))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('stops a lookup without a response after a timeout', async () => {
    const { resolver } = await startResolver()
    await expect(resolver.resolve('silent.example', 'a partner', NEVER_ABORTED)).rejects.toMatchObject({
      code: 'ETIMEOUT',
    })
  })

  it('fails for a name with private addresses with the same error as for an unknown name', async () => {
    const { resolver } = await startResolver()
    const sender = new WebhookSender({ ports: [443], allowLoopback: false, resolver })
    const errorOf = async (host: string) =>
      (await sender.post({ url: `https://${host}/`, partnerId: 'a partner' }, {}, '{}')).error
    expect([await errorOf('private.example'), await errorOf('unknown.example')]).toEqual(['ENOTFOUND', 'ENOTFOUND'])
    // The sender rejects `localhost` without a lookup.
    expect(await errorOf('localhost')).toBe('EADDRNOTALLOWED')
    sender.close()
  })

  it("names the service's name server when it is not there, because the endpoint is not failing", async () => {
    const server = await startNameServer(() => undefined)
    await server.stop()
    const resolver = new NameResolver([server.address])
    const sender = new WebhookSender({ ports: [443], allowLoopback: false, resolver })
    const target = { url: 'https://both.example/', partnerId: 'a partner' }
    expect(await sender.post(target, {}, '{}')).toMatchObject({ error: 'dns: ECONNREFUSED', isInternal: true })
    sender.close()
  })

  it("lets one partner's requests connect while the names of another partner get no response", async () => {
    const { resolver } = await startResolver()
    let connections = 0
    // A request that reaches this endpoint fails with ECONNRESET.
    const endpoint = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const { port } = endpoint.address() as AddressInfo
    const sender = new WebhookSender({ ports: [port], allowLoopback: true, resolver, timeoutMs: 2_000 })
    const errorOf = async (host: string, partnerId: string) =>
      (await sender.post({ url: `https://${host}:${port}/`, partnerId }, {}, '{}')).error
    const hanging = Array.from({ length: 60 }, (_, index) => errorOf(`${index}.silent.example`, 'one'))
    expect(await errorOf('here.example', 'another')).toBe('ECONNRESET')
    expect(connections).toBe(1)
    for (const error of await Promise.all(hanging)) expect(error).toBeOneOf(['timeout', 'ETIMEOUT'])
    sender.close()
    endpoint.close()
  })
})
