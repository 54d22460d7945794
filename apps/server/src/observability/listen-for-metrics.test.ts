import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { listenForMetrics } from './listen-for-metrics.ts'
import { Metrics } from './metrics.ts'

const host = '127.0.0.1'

/** Starts the metrics server. Returns it, or `undefined` if the port is taken, and the log lines. */
async function listenOn(port: number, isChosen = false) {
  const lines: object[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as object)
  const logger = pino({ base: null, timestamp: false }, { write })
  const app = await listenForMetrics({ host, port, isChosen }, new Metrics('1.2.3'), logger)
  onTestFinished(() => app?.close())
  return { app, lines }
}

/** Takes a port until the end of the test. */
async function takePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('metrics are served on their port, to clients that send their request within ten seconds', async () => {
  const { app } = await listenOn(0)
  const { port } = app!.server.address() as AddressInfo
  expect(await (await fetch(`http://${host}:${port}/metrics`)).text()).toContain('build_info{version="1.2.3"} 1\n')
  expect(app!.server.requestTimeout).toBe(10_000)
})

it('the metrics server stops while a client has sent half of a request', async () => {
  const { app } = await listenOn(0)
  const socket = connect((app!.server.address() as AddressInfo).port, host)
  socket.write('GET /metrics HTTP/1.1\r\n')
  await once(app!.server, 'connection')
  // If the server did not close this connection, the test would time out.
  const closed = once(socket.resume(), 'close')
  await app!.close()
  await closed
})

it('the service starts without metrics when their default port is in use, and logs what to do', async () => {
  const port = await takePort()
  const msg = 'metrics are not served: set METRICS_PORT to a free port'
  expect(await listenOn(port)).toEqual({ app: undefined, lines: [{ level: 50, port, error: 'EADDRINUSE', msg }] })
})

it('the start fails when the configured metrics port is in use', async () => {
  await expect(listenOn(await takePort(), true)).rejects.toThrow('EADDRINUSE')
})
