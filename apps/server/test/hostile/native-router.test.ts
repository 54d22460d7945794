import { outcome, ERRORS } from '../expected-errors.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addPortalUser, listenOn, sharedService, signIn, type TestService } from '../harness.ts'
import { exchange, type RawRequest, sendRaw } from '../raw-http.ts'

const JSON_TYPE = ['content-type', 'application/json']
/** Returns the native router's body for an error of the whole request. */
const nativeError = (code: string, httpStatus: number, message: string) => ({
  error: {
    message,
    code: expect.any(Number) as number,
    data: expect.objectContaining({ code, httpStatus, appCode: httpStatus }) as object,
  },
})
const UNSUPPORTED = nativeError('UNSUPPORTED_MEDIA_TYPE', 415, 'The request body must be application/json.')
const TOO_LARGE = nativeError('PAYLOAD_TOO_LARGE', 413, 'The request body is larger than 64 KiB.')
const TOO_LONG = nativeError('BAD_REQUEST', 400, 'The batch contains too many calls. Split it into smaller batches.')
const LIMITED = nativeError(
  'TOO_MANY_REQUESTS',
  429,
  'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
)

const callsOf = (procedure: string, count: number) => Array<string>(count).fill(procedure).join(',')

describe('The native router', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  const post = (headers: readonly string[], body: readonly (string | Uint8Array)[]): RawRequest => ({
    method: 'POST',
    path: '/trpc/activation.activate',
    headers,
    body,
  })

  it.each(['text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x', 'application/jsonx', ';', ''])(
    'rejects a body of type %j with 415 before reading it, and closes the connection',
    async (type) => {
      const head = `POST /trpc/tokens.create HTTP/1.1\r\nHost: l\r\nContent-Type: ${type}\r\nContent-Length: 540000000\r\n\r\n{`
      const [start = '', body = ''] = (await exchange(service, head)).split('\r\n\r\n')
      expect(start).toMatch(/^HTTP\/1\.1 415 /)
      expect(start).toMatch(/^connection: close$/im)
      expect(JSON.parse(body)).toEqual(UNSUPPORTED)
    },
  )

  it('rejects a body of more than 64 KiB with 413, whether its length is declared or not', async () => {
    const declared = `POST /trpc/tokens.create HTTP/1.1\r\nHost: l\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n\r\n{`
    expect(await exchange(service, declared)).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i)
    const { status, body } = await sendRaw(service, post(JSON_TYPE, Array<string>(10).fill(' '.repeat(8192))))
    expect({ status, body }).toEqual({ status: 413, body: TOO_LARGE })
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE'])('rejects %s with 405 and Allow', async (method) => {
    const response = await sendRaw(service, { method, path: '/trpc/accounts.list?input=%7B%7D' })
    expect(outcome(response)).toEqual(ERRORS.methodNotAllowed)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
  })

  it('responds to HEAD with 204', async () => {
    for (const path of ['/trpc/accounts.list', '/trpc/tokens.create', '/trpc/nothing', '/trpc/x,x?batch=1']) {
      expect([path, (await sendRaw(service, { method: 'HEAD', path })).status]).toEqual([path, 204])
    }
  })

  it('responds to OPTIONS with 204 and Allow', async () => {
    const { status, headers } = await sendRaw(service, { method: 'OPTIONS', path: '/trpc/accounts.list' })
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
  })

  it('rejects a batch of more than 60 calls with one response of a few hundred bytes', async () => {
    const path = `/trpc/${callsOf('x', 7_000)}?batch=1`
    const response = await fetch(`${service.origin}${path}`)
    const text = await response.text()
    expect([response.status, JSON.parse(text)]).toEqual([400, TOO_LONG])
    expect(text.length).toBeLessThan(500)
  })

  it('responds to each call of a batch of 60', async () => {
    const response = await fetch(`${service.origin}/trpc/${callsOf('accounts.list', 60)}?batch=1`)
    expect(await response.json()).toHaveLength(60)
  })

  it.each(['a@b', 'a:b@c', 'a b', 'a/b', 'a?b', 'a#b'])('rejects Host %j with 400', async (host) => {
    const response = await exchange(
      service,
      `GET /trpc/accounts.list HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    const [start = '', body = ''] = response.split('\r\n\r\n')
    expect(start).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(body)).toEqual(ERRORS.badRequest.body)
  })

  it.each(['[::1', 'a:b', 'a:99999', 'undefined:undefined'])(
    'rejects Host %j, which is not valid in a URL, with 400',
    async (host) => {
      const head = `GET /trpc/accounts.list HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect(await exchange(service, head)).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  it('rejects an absolute URL with credentials with 400, and serves one without', async () => {
    const send = (target: string) => exchange(service, `GET ${target} HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n`)
    for (const path of ['/trpc/accounts.list', '/partners/v1/partner-accounts', '/health/live']) {
      expect(await send(`http://user:password@l${path}?q=1`), path).toMatch(/^HTTP\/1\.1 400 /)
    }
    expect(await send('http://l/trpc/accounts.list')).toMatch(/^HTTP\/1\.1 401 /)
    expect(await send('http://l/health/live')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send('http://l/partners/v1/partner-accounts')).toMatch(/^HTTP\/1\.1 401 /)
  })

  describe('with a limit of 5 requests', () => {
    const startLimited = async () => {
      const limited = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '5' })
      onTestFinished(() => limited.stop())
      return limited
    }

    const rejected: [string, RawRequest, object][] = [
      ['an unsupported content type', post(['content-type', 'text/plain'], ['{}']), UNSUPPORTED],
      ['a body that is too large', post(JSON_TYPE, [' '.repeat(70_000)]), TOO_LARGE],
      [
        'an unsupported method',
        { method: 'TRACE', path: '/trpc/accounts.list' },
        ERRORS.methodNotAllowed.body as object,
      ],
      [
        'a batch of more calls than the rate limit',
        { method: 'GET', path: `/trpc/${callsOf('x', 6)}?batch=1` },
        TOO_LONG,
      ],
      ['a bad Host', { method: 'GET', path: '/trpc/x', headers: ['host', 'a@b'] }, ERRORS.badRequest.body as object],
      [
        'an input that is not JSON',
        { method: 'GET', path: '/trpc/accounts.get?input={' },
        { error: expect.any(Object) as object },
      ],
      ['an unknown path', { method: 'GET', path: '/trpc/a/b/c' }, ERRORS.routeNotFound.body as object],
    ]
    it.each(rejected)('counts %s as one request', async (_case, request, expected) => {
      const limited = await startLimited()
      for (let sent = 0; sent < 5; sent++) expect((await sendRaw(limited, request)).body).toMatchObject(expected)
      expect((await sendRaw(limited, request)).status).toBe(429)
    })

    it('counts every call of a batch with percent-encoded commas, and one call if the commas are encoded twice', async () => {
      const limited = await startLimited()
      const token = await signIn(service, await addPortalUser(service))
      const send = (path: string) =>
        sendRaw(limited, { method: 'GET', path, headers: ['authorization', `Bearer ${token}`] })
      // Three calls.
      expect((await send('/trpc/accounts.list%2Caccounts.list%2Caccounts.list?batch=1')).status).toBe(200)
      // The name of one unknown procedure, which counts as one call.
      expect((await send('/trpc/accounts.list%252Caccounts.list%252Caccounts.list?batch=1')).body).not.toBeInstanceOf(
        Array,
      )
      // Four of five calls are counted. A second `batch` does not hide three more, which are rejected and not counted.
      expect((await send('/trpc/accounts.list,accounts.list,accounts.list?batch=0&batch=1')).body).not.toBeInstanceOf(
        Array,
      )
      // The fifth call, and one too many.
      expect((await send('/trpc/accounts.list')).status).toBe(200)
      expect((await send('/trpc/accounts.list')).body).toEqual(LIMITED)
    })

    it('reports 429 as one response, also to a batch', async () => {
      const limited = await startLimited()
      for (let sent = 0; sent < 5; sent++) await sendRaw(limited, { method: 'GET', path: '/trpc/x' })
      const { status, body } = await sendRaw(limited, { method: 'GET', path: '/trpc/x,x?batch=1' })
      expect({ status, body: body as unknown }).toEqual({ status: 429, body: LIMITED })
    })
  })

  it('logs no query string of any invalid request', async () => {
    const logging = await listenOn(service.database, { LOG_LEVEL: 'trace' })
    onTestFinished(() => logging.stop())
    const marked = 'account_id=52998224725'
    for (const prefix of ['/trpc/accounts.get', '/partners/v1/partner-accounts/x', '/nowhere', '/portal', '/%ZZ']) {
      for (const target of [prefix, `http://user@l${prefix}`, `http://l${prefix}`]) {
        for (const [method, host] of [
          ['GET', 'l'],
          ['TRACE', 'l'],
          ['GET', 'a@b'],
          ['POST', '['],
          ['GET', ''],
        ] as const) {
          const head = `${method} ${target}?${marked} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
          expect(await exchange(logging, head)).not.toMatch(/^HTTP\/1\.1 5/)
        }
      }
    }
    expect(logging.logged()).toContain('"msg":"request"')
    expect(logging.logged()).not.toContain('52998224725')
  })

  it('logs no internal error for any of these requests', () => {
    expect(service.logged()).not.toContain('"level":50')
  })
})
