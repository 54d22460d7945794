import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pino } from 'pino'
import { keepPageFiles } from '../src/static/keep-page-files.ts'
import { listenOn, sharedService, type TestService } from './harness.ts'

describe('The partner portal', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.origin}${path}`, { headers, redirect: 'manual' })
  const filesOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, file = '']) => file.slice(2))

  it.each(['/portal', '/portal/', '/portal/accounts?page=2', '/portal/accounts/new', '/activate?token=pau_anything'])(
    'is the same page at all its URLs: %s',
    async (path) => {
      const page = await get(path)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(await page.text()).toBe(await (await get('/portal')).text())
    },
  )

  it('has a content security policy without other origins, and sends no referrer', async () => {
    for (const path of ['/portal', '/activate?token=pau_secret']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
          "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; manifest-src 'self'; frame-src 'self'",
      )
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
  })

  it('never contains the token of its URL', async () => {
    expect(await (await get('/activate?token=pau_secret')).text()).not.toContain('pau_secret')
  })

  it('has immutable files, compressed for clients that accept gzip', async () => {
    const files = filesOf(await (await get('/portal')).text())
    expect(files.map((file) => file.split('.').at(-1))).toEqual(expect.arrayContaining(['js', 'css']))
    for (const file of files) {
      const { status, headers } = await get(`/portal/${file}`, { 'accept-encoding': 'gzip' })
      expect([file, status, headers.get('content-encoding')]).toEqual([file, 200, 'gzip'])
      // The manifest contains the product's name, which a setting changes. The start script has the same name in each build.
      const isRevalidated = file.endsWith('.webmanifest') || file.endsWith('/start.js')
      const lifetime = isRevalidated ? 'no-cache' : 'public, max-age=31536000, immutable'
      expect([file, headers.get('cache-control')]).toEqual([file, lifetime])
    }
  })

  it('has the files of builds that ran in the last month, for pages that were opened before an upgrade', async () => {
    const { database } = service
    const script = new TextEncoder().encode('console.log("earlier")')
    await database.pageFiles.keep('portal', new Map([['earlier-0123abcd.js', script]]))
    // The service reads the names of other builds' files at most once a second.
    await vi.waitFor(async () => expect((await get('/portal/assets/earlier-0123abcd.js')).status).toBe(200), 3_000)
    const response = await get('/portal/assets/earlier-0123abcd.js')
    expect(await response.text()).toBe('console.log("earlier")')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get('/console/assets/earlier-0123abcd.js')).status).toBe(404)
  })

  it('keeps its files for the instances of other builds', async () => {
    const stop = await keepPageFiles(service.database.pageFiles, pino({ level: 'silent' }))
    stop()
    const page = await (await get('/portal')).text()
    for (const file of filesOf(page)) {
      const stored = await service.database.pageFiles.read('portal', file.replace('assets/', ''))
      const served = Buffer.from(await (await get(`/portal/${file}`)).arrayBuffer())
      expect(Buffer.from(stored ?? '').equals(served), file).toBe(true)
    }
  })

  it.each(['/portal/assets/none.js', '/portal/assets/..%2Findex.html'])(
    'returns 404 for a file that does not exist, not the page: %s',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    },
  )
})

describe("The operators' console", () => {
  it('is the same page at all its URLs, with the policy of the portal and its own base URL', async () => {
    const { origin } = await sharedService()
    const get = (path: string) => fetch(`${origin}${path}`)
    const page = await (await get('/console')).text()
    expect(page).toContain('<base href="/console/" />')
    for (const path of ['/console/', '/console/sign-in', '/console/accounts/0123456789abcdef01234567']) {
      const response = await get(path)
      expect(await response.text()).toBe(page)
      for (const header of ['content-security-policy', 'cache-control', 'referrer-policy']) {
        expect(response.headers.get(header)).toBe((await get('/portal')).headers.get(header))
      }
    }
    expect((await get('/console/assets/none.js')).status).toBe(404)
  })
})

describe('The partner portal behind a prefix', () => {
  let prefixed: TestService
  beforeAll(async () => {
    const { database } = await sharedService()
    prefixed = await listenOn(database, { PUBLIC_URL: 'https://service.example/accounts/' })
  })
  afterAll(() => prefixed.stop())

  it('has the prefix in its base URL, and all other URLs are relative', async () => {
    const html = await (await fetch(`${prefixed.origin}/portal/accounts`)).text()
    expect(html).toContain('<base href="/accounts/portal/" />')
    // Matches an absolute path in any `src` or `href` but the one of `<base>`.
    expect(html).not.toMatch(/(src|href)="\/(?!accounts\/portal\/")/)
  })
})
