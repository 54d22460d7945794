import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { createPrivateCa } from '@partner-accounts/local-servers'
import { expect, it } from 'vitest'
import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'
import { startConnectProxy } from './connect-proxy.ts'

it('WebhookSender rejects certificates of unknown authorities and of other hosts', async () => {
  const files = createPrivateCa()
  const ca = readFileSync(files.ca, 'utf8')
  const server = createServer({ key: readFileSync(files.key), cert: readFileSync(files.certificate) }, (_, response) =>
    response.end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const senders = [undefined, ca].map((known) => new WebhookSender({ ports: [], allowLoopback: true, ca: known }))
  try {
    expect(await senders[0]!.post(`https://localhost:${port}`, {}, '{}')).toMatchObject({
      error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    })
    expect(await senders[1]!.post(`https://127.0.0.1:${port}`, {}, '{}')).toMatchObject({
      error: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    expect(await senders[1]!.post(`https://localhost:${port}`, {}, '{}')).toMatchObject({ status: 200 })
  } finally {
    for (const sender of senders) sender.close()
    server.close()
    files.remove()
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
  const [strict, sender] = [new WebhookSender(options), new WebhookSender({ ...options, ca })]
  try {
    expect(await strict.post(`https://localhost:${port}`, {}, '{}')).toMatchObject({
      error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    })
    expect(await sender.post(`https://127.0.0.1:${port}`, {}, '{}')).toMatchObject({
      error: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    proxy.requests.length = 0
    for (let i = 0; i < 2; i++) {
      expect(await sender.post(`https://localhost:${port}`, {}, '{}')).toMatchObject({ status: 200, body: 'received' })
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
