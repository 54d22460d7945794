import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from './expected-errors.ts'
import { type PartnerClient, request, sharedService, signedInPartner, type TestService } from './harness.ts'
import { exchange, sendRaw } from './raw-http.ts'

const V1 = '/partners/v1'
const LIST = `${V1}/partner-accounts`
const UNKNOWN_ACCOUNT = `${LIST}/65f04c1e9b2d3a7f80c1e5a2`
const TOKENS = `${V1}/tokens`

describe('The HTTP edge', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  const bearer = () => ['authorization', `Bearer ${partner.token}`]

  it.each([
    ['en-US', 'en'],
    ['fr', 'pt-BR'],
  ])(
    'GET /partner-accounts/{account_id} returns an error for Accept-Language %s in Content-Language %s',
    async (accepted, language) => {
      const headers = { authorization: `Bearer ${partner.token}`, 'accept-language': accepted }
      const { status, headers: received } = await request(service, 'GET', '/partner-accounts/x', undefined, headers)
      expect([status, received.get('content-language')]).toEqual([422, language])
    },
  )

  it('GET /partner-accounts returns accounts without Content-Language', async () => {
    expect(
      (await partner.get('/partner-accounts', { 'accept-language': 'en' })).headers.get('content-language'),
    ).toBeNull()
  })

  it.each([
    V1,
    `${V1}/`,
    `${V1}/nowhere`,
    `${V1}/tokens/1`,
    `${V1}/partner-account`,
    `${V1}/Partner-Accounts`,
    '/partners/v2/tokens',
    '/nowhere',
    '/trpcx',
    '//',
  ])('returns 404 for GET, POST and DELETE %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(outcome(await sendRaw(service, { method, path, headers: bearer() }))).toEqual(ERRORS.routeNotFound)
    }
  })

  it('returns 404 with a ui_message in the language of Accept-Language', async () => {
    const response = await request(service, 'GET', '/nowhere', undefined, { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.routeNotFound, 'Page not found.'))
  })

  const allowed: [string, string, string[]][] = [
    [TOKENS, 'OPTIONS, POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'PROPFIND']],
    [LIST, 'GET, HEAD, OPTIONS, POST', ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'LINK']],
    [UNKNOWN_ACCOUNT, 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'SEARCH']],
    [`${UNKNOWN_ACCOUNT}/employees`, 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
    [`${LIST}?page=2`, 'GET, HEAD, OPTIONS, POST', ['DELETE']],
    [`${TOKENS}/`, 'OPTIONS, POST', ['GET']],
  ]
  it.each(allowed)('returns 405 for a method that %s does not allow, with Allow: %s', async (path, allow, methods) => {
    for (const method of methods) {
      const response = await sendRaw(service, { method, path, headers: bearer() })
      const expected = method === 'HEAD' ? { status: 405, body: undefined } : ERRORS.methodNotAllowed
      expect(outcome(response)).toEqual(expected)
      expect(response.headers.get('allow')).toBe(allow)
    }
  })

  it.each(allowed)('returns 204 for OPTIONS %s, with Allow: %s', async (path, allow) => {
    const response = await sendRaw(service, { method: 'OPTIONS', path })
    expect(outcome(response)).toEqual({ status: 204, body: undefined })
    expect(response.headers.get('allow')).toBe(allow)
  })

  it('returns for HEAD the status and headers of GET, without a body', async () => {
    const listed = await partner.get('/partner-accounts')
    const head = await sendRaw(service, { method: 'HEAD', path: LIST, headers: bearer() })
    expect(outcome(head)).toEqual({ status: 200, body: undefined })
    expect(head.headers.get('content-length')).toBe(listed.headers.get('content-length'))
    expect(outcome(await sendRaw(service, { method: 'HEAD', path: LIST }))).toEqual({ status: 401, body: undefined })
    expect((await sendRaw(service, { method: 'HEAD', path: UNKNOWN_ACCOUNT, headers: bearer() })).status).toBe(404)
  })

  const requestStart = `GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n`
  const malformed: [string, string][] = [
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['an unknown method', `FETCH ${LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['another protocol', `GET ${LIST} SIP/2.0\r\nHost: localhost\r\n\r\n`],
    ['a header without colon', `${requestStart}Authorization\r\n\r\n`],
    ['a space before a colon', `${requestStart}X-Secret : x\r\n\r\n`],
    ['a control character in a header', `${requestStart}X-Secret: a\x01b\r\n\r\n`],
    ['a header folded over lines', `${requestStart}X-Secret: a\r\n b\r\n\r\n`],
    [
      'a Content-Length that is not a number',
      `POST ${TOKENS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n`,
    ],
    [
      'two Content-Length headers',
      `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      'both Content-Length and chunks',
      `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ['a chunk without a size', `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    ['an unknown transfer coding', `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: zip\r\n\r\n`],
    ['a future HTTP version', `GET ${LIST} HTTP/3.7\r\nHost: localhost\r\n\r\n`],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a CONNECT request', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'],
    ['no Host header', `GET ${LIST} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ]
  it.each(malformed)('returns 400 in the envelope for a malformed request: %s', async (_case, bytes) => {
    const response = await exchange(service, bytes)
    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im)
    expectCommonHeaders(head)
    expect({ status: 400, body: JSON.parse(body) as unknown }).toEqual(ERRORS.badRequest)
  })

  it('continues after a client resets the connection of a CONNECT request', async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write('CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n')
      // Waits until the request was read. The reset may arrive before or after the response is written.
      await setImmediate()
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    // An uncaught error would fail the test.
    expect((await sendRaw(service, { method: 'HEAD', path: LIST })).status).toBe(401)
  })

  const commonHeaders = [
    /^cache-control: no-store$/im,
    /^x-content-type-options: nosniff$/im,
    /^x-request-id: [\w-]{36}$/im,
    /^content-security-policy: default-src 'none'; frame-ancestors 'none'$/im,
    /^referrer-policy: no-referrer$/im,
  ]
  const expectCommonHeaders = (head: string) => {
    for (const header of commonHeaders) expect(head).toMatch(header)
  }

  it.each([
    ['more than 16 KiB of headers', `X-Padding: ${'x'.repeat(20_000)}\r\n`],
    ['more than 100 headers', `${'X: y\r\n'.repeat(101)}Connection: close\r\n`],
    ['more headers than Node.js reads', `${'X: y\r\n'.repeat(2_200)}Connection: close\r\n`],
  ])('returns 431 in the envelope for %s', async (_case, headers) => {
    const response = await exchange(service, `${requestStart}${headers}\r\n`)
    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect({ status: 431, body: JSON.parse(body) as unknown }).toEqual(ERRORS.headerTooLarge)
  })

  it('ignores an Upgrade or an unknown Expect, and returns the response to the request', async () => {
    const headers = `Authorization: Bearer ${partner.token}\r\nConnection: close, upgrade`
    for (const header of ['Upgrade: websocket', 'Upgrade: h2c', 'Expect: 100-continue', 'Expect: the-moon']) {
      const response = await exchange(service, `${requestStart}${headers}\r\n${header}\r\n\r\n`)
      expect(response, header).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 OK\r\n/)
    }
  })

  it('responds to pipelined requests separately and in their order', async () => {
    const bad = `GET ${UNKNOWN_ACCOUNT}x HTTP/1.1\r\nHost: l\r\nAuthorization: Bearer ${partner.token}\r\n`
    const good = `${requestStart}Authorization: Bearer ${partner.token}\r\n`
    const response = await exchange(service, `${good}\r\n${bad}\r\n${requestStart}\r\n${good}Connection: close\r\n\r\n`)
    expect([...response.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual([
      '200',
      '422',
      '401',
      '200',
    ])
  })

  it('still serves GET /partner-accounts after all malformed requests', async () => {
    expect((await partner.get('/partner-accounts')).status).toBe(200)
  })

  const everywhere: [method: string, path: string, status: number, cacheControl?: string][] = [
    ['GET', LIST, 200], ['GET', UNKNOWN_ACCOUNT, 404], ['GET', `${LIST}/x`, 422], ['POST', TOKENS, 422], ['POST', LIST, 422],
    ['PATCH', LIST, 405], ['OPTIONS', LIST, 204], ['HEAD', LIST, 200], ['GET', `${V1}/nowhere`, 404], ['GET', '/', 200], ['GET', '/nowhere', 404],
    ['GET', '/health/live', 200], ['GET', `${V1}/docs`, 200, 'no-cache'],
    ['GET', '/trpc/nothing', 404], ['GET', '/health/ready', 200], ['GET', '/metrics', 200],
  ] // prettier-ignore
  it.each(everywhere)(
    'returns headers against caching, sniffing, framing, referrers, plain HTTP and other origins for %s %s',
    async (method, path, status, cacheControl = 'no-store') => {
      const response = await fetch(`${service.origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${partner.token}` },
      })
      expect(response.status).toBe(status)
      // Pages contain no secrets, so browsers may store and revalidate them.
      expect(response.headers.get('cache-control')).toBe(cacheControl)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      // The bodies of the interface are JSON, except pages.
      if (response.headers.get('content-length') !== null && path.startsWith(V1) && cacheControl === 'no-store') {
        expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      }
      await response.arrayBuffer()
    },
  )

  it.each(['a', '65f04c1e-9b2d.3a_7F', 'x'.repeat(64)])(
    'echoes the X-Request-Id %s, in error responses too',
    async (id) => {
      for (const path of ['/partner-accounts', '/nowhere', '/partner-accounts/%ZZ']) {
        const { headers } = await request(service, 'GET', path, undefined, { 'x-request-id': id })
        expect(headers.get('x-request-id')).toBe(id)
      }
    },
  )

  it.each(['', 'x'.repeat(65), 'a b', 'a"b', '<script>', 'ÿ'])(
    'generates a request id in place of the invalid X-Request-Id %j',
    async (id) => {
      const { headers } = await request(service, 'GET', '/partner-accounts', undefined, { 'x-request-id': id })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('links to the description of each error of the interface', async () => {
    const linkOf = async (method: string, path: string) =>
      (await request(service, method, path, undefined, { authorization: `Bearer ${partner.token}` })).headers.get(
        'link',
      )
    const helpLink = (code: number | string) => `<http://localhost:3000${V1}/docs#error-${code}>; rel="help"`
    expect(await linkOf('GET', '/partner-accounts/x')).toBe(helpLink(113))
    expect(await linkOf('GET', '/nowhere')).toBe(helpLink(404))
    expect((await partner.post('/partner-accounts', {})).headers.get('link')).toBe(helpLink('invalid-fields'))
    expect(await linkOf('GET', '/partner-accounts')).toBeNull()
    expect(await exchange(service, 'hello\r\n\r\n')).toContain(`Link: ${helpLink(400)}`)
  })

  it('sends WWW-Authenticate only with a 401 of the account endpoints', async () => {
    const challengeOf = async (method: string, path: string) =>
      (await request(service, method, path)).headers.get('www-authenticate')
    expect(await challengeOf('GET', '/partner-accounts')).toBe('Bearer realm="partners"')
    expect(await challengeOf('GET', '/nowhere')).toBeNull()
    expect(await challengeOf('POST', '/tokens')).toBeNull()
  })
})
