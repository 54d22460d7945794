import { beforeAll, describe, expect, it } from 'vitest'
import { inWords, outcome, REFUSALS } from './expected-errors.ts'
import { type PartnerClient, request, sharedService, signedInPartner, type TestService } from './harness.ts'
import { exchange, sendRaw } from './raw-http.ts'

const V1 = '/partners/v1'
const LIST = `${V1}/partner-accounts`
const ONE = `${LIST}/65f04c1e9b2d3a7f80c1e5a2`
const TOKENS = `${V1}/tokens`

describe('the HTTP edge', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  const bearer = () => ['authorization', `Bearer ${partner.token}`]

  it.each([
    '/',
    V1,
    `${V1}/`,
    `${V1}/nowhere`,
    `${V1}/tokens/1`,
    `${ONE}/employees`,
    `${V1}/partner-account`,
    `${V1}/Partner-Accounts`,
    '/partners/v2/tokens',
    '/nowhere',
    '/trpcx',
    '//',
    `${LIST}/../nowhere`,
  ])('has nothing at %s: 404', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(outcome(await sendRaw(service, { method, path, headers: bearer() }))).toEqual(REFUSALS.routeNotFound)
    }
  })

  it('says so in the language of Accept-Language', async () => {
    const answer = await request(service, 'GET', '/nowhere', undefined, { 'accept-language': 'en' })
    expect(outcome(answer)).toEqual(inWords(REFUSALS.routeNotFound, 'Address not found.'))
  })

  const allowed: [string, string, string[]][] = [
    [TOKENS, 'OPTIONS, POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'PROPFIND']],
    [LIST, 'GET, HEAD, OPTIONS, POST', ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'LINK']],
    [ONE, 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'SEARCH']],
    [`${LIST}?page=2`, 'GET, HEAD, OPTIONS, POST', ['DELETE']],
    [`${TOKENS}/`, 'OPTIONS, POST', ['GET']],
  ]
  it.each(allowed)('takes at %s %s alone: 405', async (path, allow, others) => {
    for (const method of others) {
      const answer = await sendRaw(service, { method, path, headers: bearer() })
      const refusal = method === 'HEAD' ? { status: 405, body: undefined } : REFUSALS.methodNotAllowed
      expect(outcome(answer)).toEqual(refusal)
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })

  it.each(allowed)('says on OPTIONS of %s that it takes %s', async (path, allow) => {
    const answer = await sendRaw(service, { method: 'OPTIONS', path })
    expect(outcome(answer)).toEqual({ status: 204, body: undefined })
    expect(answer.headers.get('allow')).toBe(allow)
  })

  it('answers HEAD like GET, without a body', async () => {
    const created = await partner.get('/partner-accounts')
    const head = await sendRaw(service, { method: 'HEAD', path: LIST, headers: bearer() })
    expect(outcome(head)).toEqual({ status: 200, body: undefined })
    expect(head.headers.get('content-length')).toBe(created.headers.get('content-length'))
    expect(outcome(await sendRaw(service, { method: 'HEAD', path: LIST }))).toEqual({ status: 401, body: undefined })
    expect((await sendRaw(service, { method: 'HEAD', path: ONE, headers: bearer() })).status).toBe(404)
  })

  const start = `GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n`
  const malformed: [string, string][] = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['an unknown method', `FETCH ${LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['another protocol', `GET ${LIST} SIP/2.0\r\nHost: localhost\r\n\r\n`],
    ['a header without colon', `${start}Authorization\r\n\r\n`],
    ['a space before a colon', `${start}X-Secret : x\r\n\r\n`],
    ['a control character in a header', `${start}X-Secret: a\x01b\r\n\r\n`],
    ['a header folded over lines', `${start}X-Secret: a\r\n b\r\n\r\n`],
    ['a length that is no number', `POST ${TOKENS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n`],
    ['two lengths', `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ['chunks of no size', `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    ['a coding of bodies that nobody knows', `POST ${TOKENS} HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: zip\r\n\r\n`],
    ['a version to come', `GET ${LIST} HTTP/3.7\r\nHost: localhost\r\n\r\n`],
    ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n'],
    ['no host', `GET ${LIST} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ]
  it.each(malformed)('answers what is no HTTP request, %s, with the envelope: 400', async (_case, bytes) => {
    const answer = await exchange(service, bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im)
    expectCommonHeaders(head)
    expect({ status: 400, body: JSON.parse(body) as unknown }).toEqual(REFUSALS.badRequest)
  })

  const common = [/^cache-control: no-store$/im, /^x-content-type-options: nosniff$/im, /^x-request-id: [\w-]{36}$/im]
  const policy = /^content-security-policy: default-src 'none'; frame-ancestors 'none'$/im
  const expectCommonHeaders = (head: string) => {
    for (const header of [...common, policy, /^referrer-policy: no-referrer$/im]) expect(head).toMatch(header)
  }

  it.each([
    ['more than 16 KiB', `X-Padding: ${'x'.repeat(20_000)}\r\n`],
    ['more than a hundred', `${'X: y\r\n'.repeat(101)}Connection: close\r\n`],
    ['more than Node reads', `${'X: y\r\n'.repeat(2_200)}Connection: close\r\n`],
  ])('answers headers of %s with the envelope: 431', async (_case, headers) => {
    const answer = await exchange(service, `${start}${headers}\r\n`)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect({ status: 431, body: JSON.parse(body) as unknown }).toEqual(REFUSALS.headerTooLarge)
  })

  it('takes what asks to switch protocols, or expects something, for the request that it is', async () => {
    const authorization = `Authorization: Bearer ${partner.token}\r\nConnection: close`
    for (const wish of ['Upgrade: websocket', 'Upgrade: h2c', 'Expect: 100-continue', 'Expect: the-moon']) {
      const answer = await exchange(service, `${start}${authorization}, upgrade\r\n${wish}\r\n\r\n`)
      expect(answer, wish).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 OK\r\n/)
    }
  })

  it('answers requests that come in one piece each for itself, in their order', async () => {
    const bad = `GET ${ONE}x HTTP/1.1\r\nHost: l\r\nAuthorization: Bearer ${partner.token}\r\n`
    const good = `${start}Authorization: Bearer ${partner.token}\r\n`
    const answer = await exchange(service, `${good}\r\n${bad}\r\n${start}\r\n${good}Connection: close\r\n\r\n`)
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(['200', '422', '401', '200'])
  })

  it('still answers others after all of that', async () => {
    expect((await partner.get('/partner-accounts')).status).toBe(200)
  })

  const everywhere: [string, string, number, string?][] = [
    ['GET', LIST, 200], ['GET', ONE, 404], ['GET', `${LIST}/x`, 422], ['POST', TOKENS, 422], ['POST', LIST, 422],
    ['PATCH', LIST, 405], ['OPTIONS', LIST, 204], ['HEAD', LIST, 200], ['GET', `${V1}/nowhere`, 404], ['GET', '/', 404],
    ['GET', '/health/live', 200], ['GET', '/activate', 200], ['GET', `${V1}/docs`, 200, 'no-cache'],
    ['GET', '/trpc/nothing', 404], ['GET', '/health/ready', 200], ['GET', '/metrics', 200],
  ] // prettier-ignore
  it.each(everywhere)(
    'says on %s %s that nobody is to keep or sniff the answer',
    async (method, path, status, cached = 'no-store') => {
      const answer = await fetch(`${service.origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${partner.token}` },
      })
      expect(answer.status).toBe(status)
      // Pages hold no secrets: browsers ask each time whether they are still the same.
      expect(answer.headers.get('cache-control')).toBe(cached)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      if (answer.headers.get('content-length') !== null && path.startsWith(V1) && cached === 'no-store') {
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      }
      await answer.arrayBuffer()
    },
  )

  it.each(['a', '65f04c1e-9b2d.3a_7F', 'x'.repeat(64)])('echoes the request id %s, on refusals too', async (id) => {
    for (const path of ['/partner-accounts', '/nowhere', '/partner-accounts/%ZZ']) {
      const { headers } = await request(service, 'GET', path, undefined, { 'x-request-id': id })
      expect(headers.get('x-request-id')).toBe(id)
    }
  })

  it.each(['', 'x'.repeat(65), 'a b', 'a"b', '<script>', 'ÿ'])('makes one instead of %j', async (id) => {
    const { headers } = await request(service, 'GET', '/partner-accounts', undefined, { 'x-request-id': id })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('asks for a bearer token on 401, and on nothing else', async () => {
    const asked = async (method: string, path: string) =>
      (await request(service, method, path)).headers.get('www-authenticate')
    expect(await asked('GET', '/partner-accounts')).toBe('Bearer realm="partners"')
    expect(await asked('GET', '/nowhere')).toBeNull()
    expect(await asked('POST', '/tokens')).toBeNull()
  })
})
