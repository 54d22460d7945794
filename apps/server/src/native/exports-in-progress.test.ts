import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ExportsInProgress } from './exports-in-progress.ts'

/** More than the buffers of a connection. */
const RESPONSE = 'x'.repeat(16 * 1024 * 1024)

describe('ExportsInProgress', () => {
  let app: FastifyInstance
  let begun: number
  const sockets: Socket[] = []
  beforeEach(async () => {
    begun = 0
    const inProgress = new ExportsInProgress()
    app = Fastify({ forceCloseConnections: true })
    app.get('/:partnerId', (request, reply) => {
      inProgress.begin((request.params as { partnerId: string }).partnerId, reply)
      begun += 1
      return reply.send(RESPONSE)
    })
    app.setErrorHandler((error: { kind?: string }, _request, reply) => reply.code(429).send({ kind: error.kind }))
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await app.close()
  })

  const port = () => (app.server.address() as AddressInfo).port
  async function requestWithoutReading(partnerId: string): Promise<Socket> {
    const before = begun
    const socket = connect(port(), '127.0.0.1')
    sockets.push(socket)
    socket.pause()
    socket.write(`GET /${partnerId} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await expect.poll(() => begun).toBe(before + 1)
    return socket
  }
  const statusOf = async (partnerId: string) => {
    const response = await fetch(`http://127.0.0.1:${port()}/${partnerId}`)
    await response.text()
    return response.status
  }

  it('rejects a third export of a partner while two responses are unread, and none of other partners', async () => {
    const first = await requestWithoutReading('p1')
    await requestWithoutReading('p1')
    expect(await statusOf('p1')).toBe(429)
    expect(await statusOf('p2')).toBe(200)
    first.destroy()
    await expect.poll(() => statusOf('p1')).toBe(200)
  })

  it('counts no export whose response was read', async () => {
    for (let read = 0; read < 5; read++) expect(await statusOf('p1')).toBe(200)
  })
})
