import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { ConnectionError, PartnerAccounts, TimeoutError } from '../src/index.ts'

const CREDENTIALS = { email: 'ana@revenda.example', password: 'secret' }
const catchError = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

let server: Server | undefined
/** Starts a server on loopback. Returns its base URL. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/partners/v1`
}
afterEach(() => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

it('a TLS handshake with an HTTP server fails with sent: false', async () => {
  const baseUrl = (await serve((_request, response) => response.end())).replace('http:', 'https:')
  const error = await catchError(new PartnerAccounts({ baseUrl, ...CREDENTIALS, maxRetries: 0 }).accounts.list())
  expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
})

it('a TLS handshake that is cut fails with sent: false', async () => {
  const listener = createTcpServer((socket) => socket.once('data', () => socket.end()).on('error', () => {}))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const baseUrl = `https://127.0.0.1:${(listener.address() as AddressInfo).port}/partners/v1`
  const error = await catchError(new PartnerAccounts({ baseUrl, ...CREDENTIALS, maxRetries: 0 }).accounts.list())
  listener.close()
  expect(error).toMatchObject({ name: 'ConnectionError', sent: false })
})

it('five concurrent calls to a service that does not respond time out at the same time, not one after another', async () => {
  const baseUrl = await serve(() => {})
  const client = new PartnerAccounts({ baseUrl, ...CREDENTIALS })
  const startedAt = performance.now()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const calls = Array.from({ length: 5 }, () => catchError(client.accounts.list()))
  // The default timeout is a minute. The client reacts to its timers between these steps.
  for (let second = 0; second < 62; second++) await vi.advanceTimersByTimeAsync(1_000)

  vi.useRealTimers()
  for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(TimeoutError)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

it('a connection that breaks causes a ConnectionError with sent: true', async () => {
  const baseUrl = await serve((request) => request.socket.destroy())
  const error = await catchError(new PartnerAccounts({ baseUrl, ...CREDENTIALS, maxRetries: 0 }).accounts.list())
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ sent: true })
})
