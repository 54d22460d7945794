import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
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
const NEVER = new AbortController().signal

describe('NameResolver', () => {
  const servers: NameServer[] = []
  afterEach(async () => {
    vi.useRealTimers()
    for (const server of servers.splice(0)) await server.stop()
  })

  const start = async () => {
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
    const { resolver } = await start()
    expect((await resolver.resolve(name, 'a partner', NEVER)).map(({ address }) => address)).toEqual(expected)
  })

  it('asks once per minute, also after a failure', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { server, resolver } = await start()
    const ask = async () => {
      await resolver.resolve('both.example', 'a partner', NEVER)
      await expect(resolver.resolve('unknown.example', 'another', NEVER)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    }
    await ask()
    const first = server.queries.length
    await ask()
    expect(server.queries.length).toBe(first)
    vi.setSystemTime(Date.now() + 60_001)
    await ask()
    expect(server.queries.length).toBe(2 * first)
  })

  it("keeps a partner's lookups without a response to two at a time, and those of others unaffected", async () => {
    const { server, resolver } = await start()
    const canceled = new AbortController()
    const names = Array.from({ length: 20 }, (_, index) => `${index}.silent.example`)
    const lookups = Promise.allSettled(names.map((name) => resolver.resolve(name, 'one', canceled.signal)))
    await vi.waitFor(() => expect(new Set(server.queries).size).toBe(2))
    expect(await resolver.resolve('both.example', 'another', NEVER)).toHaveLength(2)
    expect(new Set(server.queries.filter((name) => name.endsWith('silent.example'))).size).toBe(2)
    canceled.abort()
    expect((await lookups).map(({ status }) => status)).toEqual(names.map(() => 'rejected'))
    // A canceled lookup is not cached.
    await expect(resolver.resolve('0.silent.example', 'another', AbortSignal.timeout(50))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('ends a lookup without a response by itself', async () => {
    const { resolver } = await start()
    await expect(resolver.resolve('silent.example', 'a partner', NEVER)).rejects.toMatchObject({ code: 'ETIMEOUT' })
  })

  it('fails for a name with private addresses as for an unknown one', async () => {
    const { resolver } = await start()
    const sender = new WebhookSender({ ports: [443], allowLoopback: false, resolver })
    const errorOf = async (host: string) =>
      (await sender.post({ url: `https://${host}/`, partnerId: 'a partner' }, {}, '{}')).error
    expect([await errorOf('private.example'), await errorOf('unknown.example')]).toEqual(['ENOTFOUND', 'ENOTFOUND'])
    // Rejected without a lookup.
    expect(await errorOf('localhost')).toBe('EADDRNOTALLOWED')
    sender.close()
  })

  it("delivers to one partner while another one's names have no response", async () => {
    const { resolver } = await start()
    const endpoint = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const { port } = endpoint.address() as AddressInfo
    const sender = new WebhookSender({ ports: [], allowLoopback: true, resolver, timeoutMs: 1_000 })
    const post = (host: string, partnerId: string) =>
      sender.post({ url: `http://${host}:${port}/`, partnerId }, {}, '{}')
    const hanging = Array.from({ length: 60 }, (_, index) => post(`${index}.silent.localhost.example`, 'one'))
    expect(await post('localhost', 'another')).toMatchObject({ status: 200 })
    for (const { error } of await Promise.all(hanging)) expect(error).toBeDefined()
    sender.close()
    endpoint.closeAllConnections()
    endpoint.close()
  })
})
