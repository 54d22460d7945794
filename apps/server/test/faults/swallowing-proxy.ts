import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Forwards requests to a service and drops its first 200: the client's connection breaks instead. */
export interface SwallowingProxy {
  origin: string
  /** The first bytes of the dropped response. Resolves before the client's connection breaks. */
  swallowed: Promise<string>
  stop(): void
}

/**
 * Starts the proxy on a free loopback port.
 *
 * @param target origin of the service
 * @param onSuccess called when a 200 has arrived, before the connection breaks
 */
export async function startSwallowingProxy(target: string, onSuccess: () => void): Promise<SwallowingProxy> {
  const { hostname, port } = new URL(target)
  const sockets: Socket[] = []
  let server: Server | undefined
  const swallowed = new Promise<string>((resolve) => {
    server = createServer((client) => {
      const upstream = connect(Number(port), hostname)
      sockets.push(client, upstream)
      for (const socket of [client, upstream]) socket.on('error', () => {})
      client.pipe(upstream, { end: false })
      upstream.on('data', (bytes: Buffer) => {
        if (!bytes.toString().startsWith('HTTP/1.1 200 ')) return void client.write(bytes)
        onSuccess()
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
