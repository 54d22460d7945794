import { beforeAll, expect, it } from 'vitest'
import { outcome, ERRORS } from './expected-errors.ts'
import { request, sharedService, type TestService } from './harness.ts'

let service: TestService
beforeAll(async () => {
  service = await sharedService()
})

const get = (path: string, accept: string) =>
  fetch(`${service.origin}${path}`, { headers: { accept }, redirect: 'manual' })

it.each(['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'])(
  'GET / redirects a browser to the portal: Accept: %s',
  async (accept) => {
    const response = await get('/', accept)
    expect([response.status, response.headers.get('vary')]).toEqual([302, 'accept'])
    expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/portal')
  },
)

it.each(['*/*', 'application/json', 'application/json, text/plain, */*', 'text/html;q=0', 'x;;y'])(
  'GET / returns links to interface, document and reference: Accept: %s',
  async (accept) => {
    const response = await get('/', accept)
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'accept'])
    const links = (await response.json()) as Record<string, string>
    const paths = Object.entries(links).map(([name, url]) => [name, new URL(url).pathname])
    expect(Object.fromEntries(paths)).toEqual({
      interface: '/partners/v1',
      document: '/partners/v1/openapi.json',
      documentFor30: '/partners/v1/openapi-3.0.json',
      documentOfEvents: '/partners/v1/events/openapi.json',
      reference: '/partners/v1/docs',
    })
  },
)

it.each(['/partners/v1', '/partners/v1/', '/partners/v1?a=b'])(
  'GET %s redirects a browser to the reference',
  async (path) => {
    const { status, headers } = await get(path, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([status, headers.get('vary')]).toEqual([302, 'accept'])
    expect(new URL(headers.get('location') ?? '').pathname).toBe('/partners/v1/docs')
  },
)

it.each(['*/*', 'application/json', 'text/html;q=0'])(
  'GET /partners/v1 returns 404 to a program: Accept: %s',
  async (accept) => {
    expect(outcome(await request(service, 'GET', '', undefined, { accept }))).toEqual(ERRORS.routeNotFound)
  },
)

it('POST /partners/v1, and unknown paths below it, return 404 to browsers, too', async () => {
  for (const [method, path] of [
    ['POST', ''],
    ['GET', '/nowhere'],
  ] as const) {
    expect(outcome(await request(service, method, path, undefined, { accept: 'text/html' }))).toEqual(
      ERRORS.routeNotFound,
    )
  }
})

it('GET /llms.txt links to files that the service serves', async () => {
  const text = await (await fetch(`${service.origin}/llms.txt`)).text()
  const paths = [...text.matchAll(/\]\(http:\/\/localhost:3000([^)]+)\)/g)].map(([, path]) => path)
  expect(paths).toHaveLength(5)
  for (const path of paths) expect((await fetch(`${service.origin}${path}`)).status, path).toBe(200)
})

it.each(['POST', 'DELETE'])('%s / returns 404', async (method) => {
  expect(outcome(await request({ baseUrl: service.origin }, method, '/'))).toEqual(ERRORS.routeNotFound)
})

it('The OpenAPI documents may be read by pages of other origins; no other path may', async () => {
  const allowedOrigin = async (path: string) => {
    const headers = { origin: 'https://editor.example' }
    const response = await fetch(`${service.origin}${path}`, { headers, redirect: 'manual' })
    return response.headers.get('access-control-allow-origin')
  }
  for (const document of ['openapi.json', 'openapi-3.0.json', 'events/openapi.json', 'events/openapi-3.0.json']) {
    expect(await allowedOrigin(`/partners/v1/${document}`)).toBe('*')
  }
  for (const path of ['/', '/portal', '/partners/v1/docs', '/partners/v1/partner-accounts', '/trpc/accounts.list']) {
    expect([path, await allowedOrigin(path)]).toEqual([path, null])
  }
})

it('GET /.well-known/change-password redirects to the profile in the portal, where passwords are changed', async () => {
  const response = await get('/.well-known/change-password', '*/*')
  expect(response.status).toBe(302)
  expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/portal/profile')
})
