import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Forwards connections to a server, in place of a cluster's address. Can switch to another server, as after a fail-over,
 * and can delay responses.
 */
export interface Relay {
  urlOf(url: string): string
  /** Applies to new connections only. */
  switchTo(url: string): void
  delayResponses(ms: number): void
  stop(): Promise<void>
}

export async function startRelay(url: string): Promise<Relay> {
  let target = new URL(url)
  let delayMs = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (bytes: Buffer) => {
      if (delayMs === 0) client.write(bytes)
      else setTimeout(() => client.write(bytes), delayMs)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    urlOf(given) {
      const relayed = new URL(given)
      relayed.port = String((server.address() as AddressInfo).port)
      return relayed.href
    },
    switchTo(given) {
      target = new URL(given)
    },
    delayResponses(ms) {
      delayMs = ms
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
