import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { parseSettings } from '../src/settings/settings.ts'
import { listenOn, sharedService } from './harness.ts'

it('an idle connection stays open for 620 s, or for KEEP_ALIVE_SECONDS', async () => {
  const { database } = await sharedService()
  for (const [KEEP_ALIVE_SECONDS, header] of [
    ['', 'timeout=620'],
    ['4000', 'timeout=4000'],
  ] as const) {
    const service = await listenOn(database, { KEEP_ALIVE_SECONDS })
    const { headers } = await fetch(`${service.origin}/health/live`)
    expect(headers.get('keep-alive')).toBe(header)
    await service.stop()
  }
})

it('KEEP_ALIVE_SECONDS=1 closes an idle connection', async () => {
  const { database } = await sharedService()
  const service = await listenOn(database, { KEEP_ALIVE_SECONDS: '1' })
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
  socket.resume()
  await once(socket, 'end')
  await service.stop()
})

it('nginx closes an idle connection to the service before the service does', () => {
  const upstream = readFileSync(new URL('../../../deploy/nginx/upstream.conf', import.meta.url), 'utf8')
  const [, seconds] = /keepalive_timeout (\d+)s;/.exec(upstream) ?? []
  expect(Number(seconds)).toBeLessThan(parseSettings({}).keepAliveSeconds)
})

it('a client has ten seconds to send a request, and a connection is closed after a minute without a byte', async () => {
  const { app } = await sharedService()
  expect(app.server).toMatchObject({ requestTimeout: 10_000, headersTimeout: 10_000, timeout: 60_000 })
})
