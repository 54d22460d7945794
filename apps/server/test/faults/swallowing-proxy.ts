import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Passes on to a service what it is sent, and keeps back what that answers: the client's connection breaks instead. */
export interface SwallowingProxy {
  origin: string
  /** The answer, as far as it has come; resolves with its first bytes, before the client notices anything. */
  swallowed: Promise<string>
  stop(): void
}

export async function startSwallowingProxy(target: string, onAnswer: () => void): Promise<SwallowingProxy> {
  const { hostname, port } = new URL(target)
  const sockets: Socket[] = []
  let server: Server | undefined
  const swallowed = new Promise<string>((resolve) => {
    server = createServer((client) => {
      const upstream = connect(Number(port), hostname)
      sockets.push(client, upstream)
      for (const socket of [client, upstream]) socket.on('error', () => {})
      client.pipe(upstream, { end: false })
      upstream.once('data', (bytes: Buffer) => {
        onAnswer()
        resolve(bytes.toString())
        client.destroy()
      })
    }).listen(0, '127.0.0.1')
  })
  await once(server!, 'listening')
  return {
    origin: `http://127.0.0.1:${(server!.address() as AddressInfo).port}`,
    swallowed,
    stop() {
      server!.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
