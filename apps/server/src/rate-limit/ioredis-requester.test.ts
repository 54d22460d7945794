import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { IoredisRequester } from './ioredis-requester.ts'

const TIMEOUT_MS = 200

let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

it('IoredisRequester opens a new connection whenever the peer of the current one no longer responds', async () => {
  let connections = 0
  let isSilent = false
  server = createServer((socket) => {
    connections += 1
    sockets.push(socket)
    // One reply per command. A command begins with the number of its parts.
    socket.on('data', (bytes) => {
      const commands = bytes.toString().match(/^\*\d+\r$/gm) ?? []
      if (!isSilent) socket.write('+OK\r\n'.repeat(commands.length))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redisUrl = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  const location = { redisUrl, ca: undefined, isCluster: false, sentinel: undefined, timeoutMs: TIMEOUT_MS }
  const requester = new IoredisRequester(location)
  await requester.connect()
  const ping = () => requester.request({ body: ['PING'] })
  for (let failures = 0; failures < 2; failures++) {
    await vi.waitFor(async () => expect(await ping()).toEqual({ result: 'OK' }), 30_000)
    const before = connections
    isSilent = true
    await expect(ping()).rejects.toThrow()
    await vi.waitFor(() => expect(connections).toBeGreaterThan(before), { timeout: 10_000 })
    isSilent = false
  }
  requester.close()
})
