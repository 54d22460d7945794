import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that leads to one server, then to another, as that of a cluster does. */
export interface SwitchingRelay {
  /** The given URL, with the address of the relay. */
  urlOf(url: string): string
  /** Leads new connections to another server. Open ones stay where they are. */
  switchTo(url: string): void
  stop(): Promise<void>
}

export async function startSwitchingRelay(url: string): Promise<SwitchingRelay> {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => (sockets.delete(one), other.destroy()))
      one.pipe(other)
    }
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
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
