import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createPrivateCa } from '@partner-accounts/local-servers'
import { expect, it } from 'vitest'
import { WebhookSender } from '../../src/webhooks/webhook-sender.ts'

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
