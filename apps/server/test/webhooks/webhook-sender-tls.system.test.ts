import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { createPrivateCa } from '@partner-accounts/local-servers'
import { expect, it } from 'vitest'
import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'
import { startConnectProxy } from './connect-proxy.ts'

it.each([
  ['accepts a valid one', 'server', 2, 'localhost', 'known', undefined],
  ['rejects that of an unknown authority', 'server', 2, 'localhost', 'unknown', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['rejects a chain of an unknown authority', 'chain', 2, 'localhost', 'unknown', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['rejects a self-signed one', 'ca', 2, 'localhost', 'unknown', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['rejects that of another host', 'server', 2, '127.0.0.1', 'known', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['rejects an expired one', 'server', -1, 'localhost', 'known', 'CERT_HAS_EXPIRED'],
] as const)('WebhookSender %s', async (_title, presented, days, host, authority, error) => {
  const files = createPrivateCa({ days })
  const read = (file: string) => readFileSync(file, 'utf8')
  const ca = read(files.ca)
  const leaf = { key: read(files.key), cert: read(files.certificate) }
  const certificates = {
    server: leaf,
    chain: { key: leaf.key, cert: `${leaf.cert}${ca}` },
    ca: { key: read(files.caKey), cert: ca },
  }
  const server = createServer(certificates[presented], (_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const trusted = authority === 'known' ? { ca } : {}
  const sender = new WebhookSender({ ports: [], allowLoopback: true, ...trusted })
  try {
    const response = await sender.post({ url: `https://${host}:${port}`, partnerId: 'a partner' }, {}, '{}')
    expect(response).toMatchObject(error === undefined ? { status: 200 } : { error })
  } finally {
    sender.close()
    server.close()
    files.remove()
  }
})

it('WebhookSender reports a port without TLS', async () => {
  const server = createHttpServer((_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sender = new WebhookSender({ ports: [], allowLoopback: true })
  try {
    const { error } = await sender.post({ url: `https://localhost:${port}`, partnerId: 'a partner' }, {}, '{}')
    expect(error).toMatch(/^(EPROTO|ERR_SSL_\w+)$/)
  } finally {
    sender.close()
    server.close()
  }
})

it('WebhookSender keeps a tunnel through a proxy to the resolved address, with the name for TLS and Host', async () => {
  const files = createPrivateCa()
  const ca = readFileSync(files.ca, 'utf8')
  const received: unknown[] = []
  const server = createServer(
    { key: readFileSync(files.key), cert: readFileSync(files.certificate) },
    (request, response) => {
      received.push([(request.socket as TLSSocket).servername, request.headers.host])
      response.end('received')
    },
  )
  // Otherwise, the server could close the idle connection before it is used again.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy = await startConnectProxy()
  const proxyUrl = `http://user:p%40ss%@${proxy.authority}`
  const options = { ports: [], allowLoopback: true, proxyUrl, timeoutMs: 3_000 }
  const strict = new WebhookSender(options)
  const sender = new WebhookSender({ ...options, ca })
  try {
    expect(await strict.post({ url: `https://localhost:${port}`, partnerId: 'a partner' }, {}, '{}')).toMatchObject({
      error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    })
    expect(await sender.post({ url: `https://127.0.0.1:${port}`, partnerId: 'a partner' }, {}, '{}')).toMatchObject({
      error: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    proxy.requests.length = 0
    for (let i = 0; i < 2; i++) {
      expect(await sender.post({ url: `https://localhost:${port}`, partnerId: 'a partner' }, {}, '{}')).toMatchObject({
        status: 200,
        body: 'received',
      })
      // The timeout of CONNECT must not close the tunnel.
      await wait(options.timeoutMs + 100)
    }
    expect(received).toEqual(Array(2).fill(['localhost', `localhost:${port}`]))
    const authorization = `Basic ${Buffer.from('user:p@ss%').toString('base64')}`
    expect(proxy.requests).toEqual([{ target: `127.0.0.1:${port}`, authorization }])
  } finally {
    for (const each of [strict, sender]) each.close()
    proxy.close()
    server.close()
    files.remove()
  }
})
