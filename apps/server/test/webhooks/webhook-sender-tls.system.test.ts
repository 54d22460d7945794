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

/** `allowLoopback` permits every port of this machine, in addition to `ports`. */
const LOOPBACK_ONLY = { ports: [], allowLoopback: true }

it.each([
  { title: 'accepts a valid certificate', isCaTrusted: true, error: undefined },
  { title: 'rejects a certificate of an unknown authority', error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
  { title: 'rejects a chain of an unknown authority', presented: 'chain', error: 'SELF_SIGNED_CERT_IN_CHAIN' },
  { title: 'rejects a self-signed certificate', presented: 'ca', error: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  {
    title: 'rejects a certificate of another host',
    isCaTrusted: true,
    host: '127.0.0.1',
    error: 'ERR_TLS_CERT_ALTNAME_INVALID',
  },
  { title: 'rejects an expired certificate', isCaTrusted: true, days: -1, error: 'CERT_HAS_EXPIRED' },
] as const)('WebhookSender $title', async (example) => {
  const { presented, isCaTrusted, host, days, error } = {
    presented: 'server' as const,
    isCaTrusted: false,
    host: 'localhost',
    days: 2,
    ...example,
  }
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
  const sender = new WebhookSender({ ...LOOPBACK_ONLY, ca: isCaTrusted ? ca : undefined })
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
  const sender = new WebhookSender(LOOPBACK_ONLY)
  try {
    const { error } = await sender.post({ url: `https://localhost:${port}`, partnerId: 'a partner' }, {}, '{}')
    expect(error).toMatch(/^(EPROTO|ERR_SSL_\w+)$/)
  } finally {
    sender.close()
    server.close()
  }
})

it('WebhookSender reuses a proxy tunnel to the resolved address, and sends the host name in SNI and the Host header', async () => {
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
  // Otherwise the server would close the idle connection before it is used again.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy = await startConnectProxy()
  // `%40` is decoded, and a percent sign that encodes nothing is kept.
  const proxyUrl = `http://user:p%40ss%@${proxy.authority}`
  const options = { ...LOOPBACK_ONLY, proxyUrl, timeoutMs: 3_000 }
  const withoutCa = new WebhookSender(options)
  const sender = new WebhookSender({ ...options, ca })
  try {
    const target = { url: `https://localhost:${port}`, partnerId: 'a partner' }
    const byAddress = { ...target, url: `https://127.0.0.1:${port}` }
    expect(await withoutCa.post(target, {}, '{}')).toMatchObject({ error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
    expect(await sender.post(byAddress, {}, '{}')).toMatchObject({ error: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    // From here on, only the tunnel of the successful requests counts.
    proxy.requests.length = 0
    for (let sent = 0; sent < 2; sent++) {
      expect(await sender.post(target, {}, '{}')).toMatchObject({ status: 200, body: 'received' })
      // The timeout of the CONNECT request must not close the tunnel.
      await wait(options.timeoutMs + 100)
    }
    expect(received).toEqual(Array(2).fill(['localhost', `localhost:${port}`]))
    const authorization = `Basic ${Buffer.from('user:p@ss%').toString('base64')}`
    expect(proxy.requests).toEqual([{ target: `127.0.0.1:${port}`, authorization }])
  } finally {
    withoutCa.close()
    sender.close()
    proxy.close()
    server.close()
    files.remove()
  }
})
