import { sampleAccount } from '@partner-accounts/rules'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type CreateAccountBody, PartnerAccounts, type PartnerAccountsOptions } from '../src/index.ts'

export const BASE_URL = 'https://api.example/partners/v1'
export const EMAIL = 'ana@revenda.example'
export const PASSWORD = 'correct horse "battery" staple'

/** A received request. */
export interface ReceivedRequest {
  /** `GET /partner-accounts?page=2` */
  line: string
  headers: Headers
  body: unknown
}

type Responder = (request: ReceivedRequest, count: number) => Response | Promise<Response>

/** The API with scripted responses. Any other request fails the test. */
export interface ScriptedApi {
  /** Every request so far, in order of arrival. */
  requests: ReceivedRequest[]
  /** Returns the requests whose line starts with `line`. */
  received(line: string): ReceivedRequest[]
  /** Sets the response to a method and path. `count` is 1 for the first such request. */
  on(line: string, respond: Responder): void
}

/** Starts the scripted API for the tests of one file. Signing in succeeds unless a test scripts it. */
export function scriptedApi(): ScriptedApi {
  const server = setupServer()
  const api: ScriptedApi = {
    requests: [],
    received: (line) => api.requests.filter((request) => request.line.startsWith(line)),
    on(line, respond) {
      const [method, path] = line.split(' ') as ['GET' | 'POST', string]
      let count = 0
      const handler = http[method === 'GET' ? 'get' : 'post'](BASE_URL + path, async ({ request }) => {
        const { pathname, search } = new URL(request.url)
        const text = await request.clone().text()
        const received = {
          line: `${method} ${pathname.slice('/partners/v1'.length)}${search}`,
          headers: request.headers,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
        }
        api.requests.push(received)
        count += 1
        return respond(received, count)
      })
      server.use(handler)
    },
  }
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterAll(() => server.close())
  beforeEach(() => {
    server.resetHandlers()
    api.requests = []
    api.on('POST /tokens', (_request, count) => json({ token: jwt(count), _id: '019a6da3260062f1b08c9d34' }))
  })
  return api
}

/** Creates a client of the scripted API. It signs in with the e-mail and password of the tests unless `token` is given. */
export const newClient = (options: Partial<PartnerAccountsOptions> = {}): PartnerAccounts => {
  const credentials = options.token ? {} : { email: EMAIL, password: PASSWORD }
  return new PartnerAccounts({ baseUrl: BASE_URL, ...credentials, ...options } as PartnerAccountsOptions)
}

export const json = (body: object, status = 200, headers: Record<string, string> = {}): Response =>
  HttpResponse.json(body, { status, headers }) as Response

/** Returns an error response of the service. */
export const failure = (status: number, code: number, headers: Record<string, string> = {}): Response =>
  json(
    { _status: 'ERR', _code: code, _error: { code: status, message: `Error ${code}.`, ui_message: `Erro ${code}.` } },
    status,
    headers,
  )

/** Returns the response that makes msw break the connection. */
export const brokenConnection = (): Response => HttpResponse.error() as Response

/**
 * Returns a token with a fake signature.
 *
 * @param number distinguishes the tokens of a test
 * @param claims `issuedAt` (default: now) and `lifetime` (default: an hour) in seconds, and `mode` (default: none)
 */
export function jwt(
  number: number,
  { issuedAt, lifetime = 3_600, mode }: { issuedAt?: number; lifetime?: number; mode?: string | undefined } = {},
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issuedAtSeconds = Math.floor(issuedAt ?? Date.now() / 1_000)
  // `ÿ` makes the claims differ between base64 and base64url.
  const claims = { jti: `${number}ÿ`, iat: issuedAtSeconds, exp: issuedAtSeconds + lifetime, mode }
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.c2lnbmVk`
}

/** Returns a page of accounts like the service's. */
export const pageOf = (items: object[], { page = 1, total = items.length, isLast = true } = {}): object => ({
  _items: items,
  _links: {
    parent: { href: '/', title: 'home' },
    ...(!isLast && { next: { href: `partner-accounts?page=${page + 1}`, title: 'next page' } }),
  },
  _meta: { max_results: 100, page, total },
})

export const CREATED = { _id: '019cbe5338b89b2d3a7f80c1', api_token: 'pat_hidden', secret: 'pas_hidden' }

/** Returns a valid body with a unique e-mail. */
export const accountBody = () =>
  sampleAccount({
    email: `maria.${Math.random().toString(36).slice(2)}@estrela.example`,
  }) as unknown as CreateAccountBody
