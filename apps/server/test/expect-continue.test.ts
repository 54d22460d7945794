import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'
import { exchange } from './raw-http.ts'

describe('Expect: 100-continue', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  const head = (path: string, length: number, authorization = `Bearer ${partner.token}`) =>
    [
      `POST /partners/v1${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${authorization}`,
      `Content-Length: ${length}`,
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n')

  it('receives 100 Continue once the head is accepted, and the body is served', async () => {
    const body = JSON.stringify(accountBody())
    const { hostname, port } = new URL(service.origin)
    const socket = connect(Number(port), hostname)
    socket.write(head('/partner-accounts', Buffer.byteLength(body)).replace('Host:', 'Connection: close\r\nHost:'))
    const [received] = (await once(socket, 'data')) as [Buffer]
    expect(received.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(body)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  // Without an authorization, the head has the partner's token.
  it.each<[name: string, path: string, length: number, authorization: string | undefined, status: number]>([
    ['401 without a valid token', '/partner-accounts', 10, 'Bearer x', 401],
    ['413 for a long body', '/partner-accounts', 70_000, undefined, 413],
    ['413 for a long body of a sign-in', '/tokens', 70_000, '', 413],
    ['404 for an unknown path', '/unknown', 10, undefined, 404],
  ])(
    'receives %s and the end of the connection, before the body',
    async (_case, path, length, authorization, status) => {
      const response = await exchange(service, head(path, length, authorization))
      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(response).toMatch(/^connection: close\r$/im)
      expect(response).not.toContain('100 Continue')
    },
  )
})
