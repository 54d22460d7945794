import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fetch, ProxyAgent } from 'undici'
import { expect, it } from 'vitest'
import { PartnerAccounts } from '../src/index.ts'
import { startMockServer } from '../src/node/cli/mock-server.ts'

it("connects through a proxy with undici's ProxyAgent, as the README does", async () => {
  const mock = await startMockServer({ rateLimit: { requests: 60, windowSeconds: 60 } })
  const { service } = mock
  const tunnels: string[] = []
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url)
    const { hostname, port } = new URL(`http://${url}`)
    const target = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket.pipe(target).pipe(socket)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const dispatcher = new ProxyAgent(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  try {
    const client = new PartnerAccounts({
      baseUrl: service.baseUrl,
      ...service.credentials,
      fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    })
    const { status, headers, data } = await client.accounts.list().withResponse()
    expect([status, headers.get('content-type'), data.items]).toEqual([200, 'application/json; charset=utf-8', []])
    expect(new Set(tunnels)).toEqual(new Set([new URL(service.baseUrl).host]))
  } finally {
    await dispatcher.close()
    proxy.close()
    await mock.close()
  }
})
