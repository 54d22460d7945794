import { createOpenApiDocument } from '@partner-accounts/api'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referencePlugin } from '../src/static/reference-plugin.ts'
import { sharedService } from './harness.ts'

const PREFIX = '/partners/v1'
const ORIGIN = 'http://service.example'
const document = createOpenApiDocument({ publicUrl: ORIGIN })
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url: `${PREFIX}${url}`, headers })

beforeAll(async () => {
  // As the service does on every response.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('cache-control', 'no-store')
    next()
  })
  await app.register(referencePlugin, { prefix: PREFIX, createDocument: () => document })
})
afterAll(() => app.close())

it('GET /openapi.json returns the document', async () => {
  const response = await get('/openapi.json')

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.json()).toEqual(document)
})

it('GET /openapi.json of the running service states its configured rate limit', async () => {
  const { baseUrl } = await sharedService()
  const text = await (await fetch(`${baseUrl}/openapi.json`)).text()

  expect(text).toContain('A partner has 1000000 requests in any 60 seconds')
  expect(text).toContain('q=1000000;w=60')
})

describe('GET /docs', () => {
  it('returns a page with the title of the document', async () => {
    const response = await get('/docs')

    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('<title>Partner Accounts API</title>')
  })

  it('loads only files that the service serves', async () => {
    const { body } = await get('/docs')
    const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    const urls = addresses
      .filter((address) => !address.startsWith('data:'))
      .map((address) => new URL(address, `${ORIGIN}${PREFIX}/docs`))

    expect(urls.map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining([`${PREFIX}/docs/swagger-ui-bundle.js`, `${PREFIX}/docs/swagger-ui.css`]),
    )
    for (const { origin, pathname } of urls) {
      const response = await app.inject(pathname)
      expect([pathname, origin, response.statusCode]).toEqual([pathname, ORIGIN, 200])
      expect(response.headers['content-type']).toMatch(
        /^(text\/css|text\/javascript|application\/json); charset=utf-8$/,
      )
    }
  })

  it('has a content security policy without other origins and inline scripts', async () => {
    const policy = String((await get('/docs')).headers['content-security-policy']).split('; ')

    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]),
    )
    expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/)
  })

  it('redirects a URL with a trailing slash to the one without', async () => {
    const response = await get('/docs/')

    expect(response.statusCode).toBe(308)
    expect(new URL(String(response.headers['location']), `${ORIGIN}${PREFIX}/docs/`).pathname).toBe(`${PREFIX}/docs`)
  })
})

describe('The files of the reference page', () => {
  it('are cached by browsers and revalidated', async () => {
    const { headers } = await get('/docs/swagger-ui-bundle.js')
    const again = await get('/docs/swagger-ui-bundle.js', { 'if-none-match': String(headers.etag) })

    expect(headers['cache-control']).toBe('no-cache')
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('are compressed once, not for every request', async () => {
    const load = () => get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'gzip' })
    await load()
    const before = process.cpuUsage()
    for (let count = 0; count < 20; count++) await load()
    const { user, system } = process.cpuUsage(before)
    // Compressing 1.5 MB takes at least 40 ms of CPU time.
    expect((user + system) / 20).toBeLessThan(20_000)
  })

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
  ])('are compressed for a client that accepts gzip: %s', async (accepted, encoding) => {
    const response = await get('/docs/swagger-ui.css', { 'accept-encoding': accepted })

    expect(response.headers['content-encoding']).toBe(encoding)
  })
})
