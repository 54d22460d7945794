import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendProtocolError } from './error-reply.ts'

describe('a connection that times out', () => {
  let server: Server
  beforeEach(async () => {
    server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 })
    server.on('clientError', (error, socket) => sendProtocolError(error, socket, 'https://service.example/docs'))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => void server.close())

  const readResponseTo = (bytes: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    if (bytes !== '') socket.write(bytes)
    return text(socket)
  }

  it('is closed without a response if the client sent nothing, because browsers open connections in advance', async () => {
    expect(await readResponseTo('')).toBe('')
  })

  it('receives 408 if the client sent a part of a request', async () => {
    expect(await readResponseTo('GET / HTTP/1.1\r\nHost:')).toMatch(/^HTTP\/1\.1 408 /)
  })
})
