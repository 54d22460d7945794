import { createExtensionDocument, createOpenApiDocument } from '@partner-accounts/api/openapi'
import { EVENT_TYPES } from '@partner-accounts/core'
import { createReference, VIEW_IDS } from '@partner-accounts/reference'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referencePlugin } from '../src/static/reference-plugin.ts'
import { listenOn, sharedService } from './harness.ts'

const PREFIX = '/partners/v1'
const ORIGIN = 'http://service.example'
const settings = {
  publicUrl: ORIGIN,
  productName: 'Partner Accounts',
  rateLimit: { requests: 60, windowSeconds: 60 },
  tokenLifetimeSeconds: 3600,
  sdkSource: 'service' as const,
  help: {
    supportUrl: 'mailto:api@service.example',
    statusUrl: 'https://status.example',
    webhookAddresses: ['192.0.2.0/24'],
  },
}
const document = createOpenApiDocument(settings)
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url: `${PREFIX}${url}`, headers })

beforeAll(async () => {
  // The service sets this header on every response before the plugin.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('cache-control', 'no-store')
    next()
  })
  await app.register(referencePlugin, { prefix: PREFIX, settings })
})
afterAll(() => app.close())

it('every text of the pages, which show the documents of the REST interface and of events, has a Portuguese translation', () => {
  const missing = new Set<string>()
  const events = JSON.stringify(createExtensionDocument(settings))
  const guides = { ...settings, baseUrl: `${ORIGIN}${PREFIX}`, sdk: { name: 'sdk.tgz' } }
  const reference = createReference(JSON.stringify(document), guides, events)
  for (const id of VIEW_IDS) reference.view(id, 'pt-BR', (text) => missing.add(text))

  expect([...missing]).toEqual([])
})

it('the pages have GET /events as an operation, an example of each event and the addresses of the sender', async () => {
  for (const [lang, depends] of [
    ['en', 'depends on the type'],
    ['pt-BR', 'depende do tipo'],
  ] as const) {
    const bodies = ['listEvents', 'events'].map(async (id) => (await get(`/docs/${id}?lang=${lang}`)).body)
    const body = (await Promise.all(bodies)).join('')
    for (const text of [
      'id="listEvents"',
      'data-operation="listEvents"',
      'id="sample-listEvents-ruby"',
      'id="verify-php"',
    ])
      expect(body).toContain(text)
    // The types of the feed, and `webhook.test`.
    expect(body.match(/<details class="event" id="event-/g)).toHaveLength(EVENT_TYPES.length + 1)
    expect(body).toContain('<code>192.0.2.0/24</code>')
    expect(body).toContain(depends)
  }
})

it('GET /openapi.json returns the document', async () => {
  const response = await get('/openapi.json')

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.json()).toEqual(document)
})

it.each(['', '/events'])('GET %s/openapi-3.0.json returns the paths of the document as OpenAPI 3.0.3', async (path) => {
  const { statusCode, body } = await get(`${path}/openapi-3.0.json`)
  const { openapi, paths } = JSON.parse(body) as { openapi: string; paths: object }
  const original = JSON.parse((await get(`${path}/openapi.json`)).body) as { paths: object }
  expect([statusCode, openapi, Object.keys(paths)]).toEqual([200, '3.0.3', Object.keys(original.paths)])
})

it('GET /events/openapi.json returns the document of the extension', async () => {
  const { statusCode, body } = await get('/events/openapi.json')
  expect([statusCode, Object.keys((JSON.parse(body) as { paths: object }).paths)]).toEqual([200, ['/events']])
})

it('GET /openapi.json of the running service states its configured rate limit and product', async () => {
  const { database } = await sharedService()
  const instance = await listenOn(database, { PRODUCT_NAME: 'Ponto', RATE_LIMIT_REQUESTS: '70' })
  const text = await (await fetch(`${instance.baseUrl}/openapi.json`)).text()
  await instance.stop()

  expect(text).toContain('"title":"Ponto API"')
  expect(text).toContain('A partner has 70 requests in any 60 seconds')
  expect(text).toContain('q=70;w=60')
})

describe('GET /docs', () => {
  it.each([
    ['/docs', {}, 'pt-BR', 'API de Contas para Parceiros'],
    ['/docs', { 'accept-language': 'en' }, 'en', 'Partner Accounts API'],
    ['/docs?lang=pt-BR', { 'accept-language': 'en' }, 'pt-BR', 'API de Contas para Parceiros'],
    ['/docs?lang=en', { 'accept-language': 'pt-BR' }, 'en', 'Partner Accounts API'],
    ['/docs?lang=en&lang=pt', {}, 'en', 'Partner Accounts API'],
    ['/docs?lang=xx', {}, 'pt-BR', 'API de Contas para Parceiros'],
  ])('%s with %j returns the page in %s', async (url, headers, locale, title) => {
    const response = await get(url, headers)

    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      vary: 'accept-language, accept-encoding',
    })
    expect(response.body).toContain(`<html lang="${locale}">`)
    expect(response.body).toContain(`<title>${title}</title>`)
  })

  it.each([
    ['en', '# Partner Accounts API v1', '## Create an account: POST /partner-accounts'],
    ['pt-BR', '# API de Contas para Parceiros v1', '## Criar uma conta: POST /partner-accounts'],
  ])('.md in %s returns its guides, operations and errors in Markdown', async (lang, title, operation) => {
    const { body, headers } = await get(`/docs.md?lang=${lang}`)

    expect([headers['content-type'], headers['content-language']]).toEqual(['text/markdown; charset=utf-8', lang])
    expect(body.startsWith(title)).toBe(true)
    for (const text of [
      operation,
      '`company_doc.address.cep` (string, maxLength 8',
      '| 88 | 422 | `administrator-email-taken` |',
      'curl -sS',
    ])
      expect(body).toContain(text)
    expect(body).not.toMatch(/undefined|\[object/)
  })

  it.each(['docs', ...VIEW_IDS.map((id) => `docs/${id}`)])(
    '%s links only to files that the service serves',
    async (page) => {
      const { body, statusCode } = await get(`/${page}`)
      expect(statusCode).toBe(200)
      // Readers may follow links to standards; the page loads nothing from there.
      const loaded = body.replaceAll(/<a href="https:[^>]*>/g, '')
      const addresses = [...loaded.matchAll(/(?:src|href|data-index)="([^"#]+)/g)].map(([, address = '']) => address)
      const urls = addresses
        .filter((address) => !/^(data|mailto):/.test(address))
        .map((address) => new URL(address, `${ORIGIN}${PREFIX}/${page}`))

      expect(urls.map(({ pathname }) => pathname)).toEqual(
        expect.arrayContaining(
          ['docs', 'docs/page.js', 'docs/page.css', 'docs/search.json', 'docs/changelog.atom'].map(
            (name) => `${PREFIX}/${name}`,
          ),
        ),
      )
      for (const url of new Set(urls.map(({ href }) => href))) {
        expect(new URL(url).origin).toBe(ORIGIN)
        const response = await app.inject(url.slice(ORIGIN.length))
        expect([url, response.statusCode]).toEqual([url, 200])
      }
    },
  )

  it('and its fonts are files of the service', async () => {
    const { body } = await get('/docs/page.css')
    const fonts = [...body.matchAll(/url\('([^']+)'\)/g)].map(([, name = '']) => name)
    expect(fonts).toHaveLength(3)
    for (const name of fonts) {
      expect((await get(`/docs/${name}`)).headers['content-type']).toBe('font/woff2')
    }
    // The colors are those of the portal.
    expect(body).toContain('--accent: var(--light, ')
  })

  it('has a title and a language for the view of errors, and returns 404 for an unknown view', async () => {
    expect((await get('/docs/errors?lang=en')).body).toContain('<title>Errors · Partner Accounts API</title>')
    expect((await get('/docs/errors?lang=pt-BR')).headers['content-language']).toBe('pt-BR')
    expect((await get('/docs/nowhere')).statusCode).toBe(404)
  })

  it('links to the address for support and to the status page', async () => {
    const { body } = await get('/docs')

    expect(body).toContain('<a href="mailto:api@service.example">Suporte</a>')
    expect(body).toContain('<a href="https://status.example">Situação do serviço</a>')
  })

  it('has a content security policy that allows neither other origins nor inline scripts', async () => {
    const policy = String((await get('/docs')).headers['content-security-policy']).split('; ')

    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]),
    )
    expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/)
  })

  it.each(['docs', 'docs/errors', 'docs.md'])(
    'redirects %s with a trailing slash to the one without, and keeps the language',
    async (page) => {
      const response = await get(`/${page}/?lang=en`)

      expect(response.statusCode).toBe(308)
      expect(new URL(String(response.headers['location']), `${ORIGIN}${PREFIX}/${page}/`).href).toBe(
        `${ORIGIN}${PREFIX}/${page}?lang=en`,
      )
    },
  )
})

it.each([
  ['/docs/postman.json', 'application/json; charset=utf-8', 'partner-accounts.postman.json'],
  ['/docs/bruno.zip', 'application/zip', 'partner-accounts-bruno.zip'],
])('GET %s is downloaded as a file', async (url, type, name) => {
  const { headers } = await get(url)

  expect(headers['content-type']).toBe(type)
  expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`)
})

describe('The files of the reference page', () => {
  it('are cached by browsers and revalidated', async () => {
    const { headers } = await get('/docs/page.js')
    const again = await get('/docs/page.js', { 'if-none-match': String(headers.etag) })

    expect(headers['cache-control']).toBe('no-cache')
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
  ])('are compressed for a client that accepts gzip: %s', async (accepted, encoding) => {
    const response = await get('/docs/page.css', { 'accept-encoding': accepted })

    expect(response.headers['content-encoding']).toBe(encoding)
  })
})
