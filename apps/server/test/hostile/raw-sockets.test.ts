import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import { anyCharacter } from './body-arbitraries.ts'

const REQUESTS = 1_000
const CONCURRENCY = 10
/** Random by default. Set SEED to replay the requests of a failed run. */
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
/** Part of each query string. No log line may contain it. */
const MARKER = 'q52998224725'
const RESPONSE_TIMEOUT_MS = 3_000

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS') },
  fc.constantFrom('TRACE', 'PUT', 'DELETE', 'PROPFIND', 'CONNECT', 'get', 'GE T', '', 'PRI', 'x'.repeat(40)),
)
const path = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('/trpc/accounts.list', '/trpc/tokens.create', '/trpc/accounts.get,x') },
  { weight: 3, arbitrary: fc.constantFrom('/partners/v1/tokens', '/partners/v1/partner-accounts', '/health/live') },
  fc.constantFrom('', '/', '//', '*', '/..', '/%', '/trpc/%2C', '/trpc/%252C', '/trpc//', '/trpc', '/trpc/__proto__'),
  fc.constantFrom('/portal/assets/..%2f..%2fpackage.json', '/partners/v1/docs', '/metrics', '/nowhere', '/activate'),
  fc.string({ unit: 'binary-ascii', maxLength: 20 }).map((text) => `/${text.replaceAll(/[\r\n ]/g, '')}`),
)
const origin = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  fc.constantFrom(
    'http://l',
    'http://user@l',
    'http://user:password@l',
    'https://l:99999',
    'ftp://l',
    'http://',
    '//l',
  ),
)
const query = fc.constantFrom(
  '',
  `?${MARKER}`,
  `?batch=1&${MARKER}`,
  `?input={&${MARKER}`,
  `?input=%7B%7D&batch=1&${MARKER}`,
)
const header = fc.oneof(
  fc.constantFrom('Content-Type: text/plain', 'Content-Type: application/json', 'Content-Type: ;', 'Content-Type:'),
  fc.constantFrom(
    'Content-Length: 2',
    'Content-Length: 0',
    'Content-Length: -1',
    'Content-Length: 9999999999',
    'Content-Length: 2, 2',
  ),
  fc.constantFrom(
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: identity',
    'TE: trailers',
  ),
  fc.constantFrom(
    'Expect: 100-continue',
    'Upgrade: websocket',
    'Connection: upgrade',
    'X-Forwarded-For: nonsense',
    'Accept-Encoding: br;q=x',
  ),
  fc.constantFrom(
    'Authorization: Bearer x',
    `Authorization: Bearer ${'x'.repeat(5_000)}`,
    'trpc-accept: application/jsonl',
    'X-Secret: \xff',
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => `X-Any: ${text}`),
)
const host = fc.oneof(
  { weight: 1, arbitrary: fc.constant('Host: l') },
  // With `X: y`, the request has no Host.
  { weight: 2, arbitrary: fc.constantFrom('Host: a@b', 'Host:', 'Host: [', 'Host: a b', 'Host: l\r\nHost: m', 'X: y') },
)
const version = fc.oneof(
  { weight: 6, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
)
const body = fc.constantFrom('', '{}', '2\r\n{}\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '0\r\nX: y\r\n\r\n', '{"a":')

const request = fc
  .record({ method, origin, path, query, version, host, headers: fc.array(header, { maxLength: 3 }), body })
  .map((parts) => {
    const requestLine = `${parts.method} ${parts.origin}${parts.path}${parts.query} ${parts.version}`
    return [requestLine, parts.host, ...parts.headers, 'Connection: close', '', parts.body].join('\r\n')
  })

describe(`${REQUESTS} generated HTTP requests (SEED=${SEED})`, () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ LOG_LEVEL: 'trace' })
  })
  afterAll(() => service.stop())

  /** Sends bytes, ends the sending side, and returns everything that comes back. */
  const exchange = (bytes: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port: Number(new URL(service.origin).port), host: '127.0.0.1', allowHalfOpen: true })
      let received = ''
      const end = () => {
        socket.destroy()
        resolve(received)
      }
      socket.setTimeout(RESPONSE_TIMEOUT_MS, end).on('error', end).on('end', end)
      socket.on('data', (piece) => {
        received += piece.toString('latin1')
      })
      socket.end(Buffer.from(bytes, 'latin1'))
    })

  it('get responses below 500, and no log line has a query string', async () => {
    const statuses = new Set<string | undefined>()
    const property = fc.asyncProperty(
      fc.array(request, { minLength: CONCURRENCY, maxLength: CONCURRENCY }),
      async (requests) => {
        for (const response of await Promise.all(requests.map(exchange))) {
          // The response is empty if the service closed the connection, or waited for the rest of the request.
          expect(response).toMatch(/^$|^HTTP\/1\.1 [1-4]\d\d /)
          expect(response).not.toMatch(/node_modules|\.ts:\d/)
          statuses.add(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
        }
      },
    )
    await fc.assert(property, { seed: SEED, numRuns: REQUESTS / CONCURRENCY, endOnFailure: true })
    expect([...statuses]).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405']))
    expect(service.logged()).toContain('"msg":"request"')
    expect(service.logged()).not.toContain(MARKER)
    expect(service.logged()).not.toContain('"level":50')
  }, 180_000)
})
