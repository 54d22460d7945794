import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { startHttpServer } from '@partner-accounts/local-servers'
import { fetch as undiciFetch } from 'undici'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Fetch, PartnerAccounts } from '../src/index.ts'
import { createMany } from '../src/node/batch/index.ts'
import { accountBody, BASE_URL, CREATED, EMAIL, json, jwt, newClient, pageOf, PASSWORD } from './scripted-api.ts'

afterEach(() => void vi.unstubAllGlobals())

const ACCOUNT = { _id: '1'.repeat(24), name: 'Padaria' }
/** Creates a `fetch` that responds like the service. It records its options by method and last segment of the path. */
function createRecordingFetch() {
  const inits: Record<string, RequestInit & { cache?: string }> = {}
  const fetch: typeof globalThis.fetch = (url, init) => {
    const { pathname } = new URL(url)
    const name = `${init!.method} ${pathname.split('/').at(-1)}`
    inits[name] = init!
    if (name === 'POST tokens') return Promise.resolve(json({ token: jwt(1), _id: 'x' }))
    if (name === 'POST partner-accounts') return Promise.resolve(json(CREATED))
    return Promise.resolve(json(name === 'GET partner-accounts' ? pageOf([]) : ACCOUNT))
  }
  return { fetch, inits }
}

describe('a proxy that rejects the tunnel', () => {
  const proxyRejection = (status: number) => ({
    name: 'ConnectionError',
    sent: false,
    message: expect.stringMatching(`proxy .* connection: ${status}$`) as string,
  })
  /** Returns a `fetch` that rejects like undici's, with the status in the innermost of three errors. */
  const rejectingFetch = (status: number): typeof globalThis.fetch => {
    const innermost = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`)
    const cause = new Error('Request was cancelled.', { cause: innermost })
    return () => Promise.reject(new TypeError('fetch failed', { cause }))
  }

  it.each([407, 403, 502])('with %i causes a ConnectionError with sent: false', async (status) => {
    const client = newClient({ fetch: rejectingFetch(status), token: 'opaque', maxRetries: 0 })
    await expect(client.accounts.create(accountBody())).rejects.toMatchObject(proxyRejection(status))
  })

  it('with a 407 response causes a ConnectionError with sent: false', async () => {
    const fetch = () => Promise.resolve(new Response('<h1>Proxy Authentication Required</h1>', { status: 407 }))
    const client = newClient({ fetch, token: 'opaque', maxRetries: 0 })
    await expect(client.accounts.create(accountBody())).rejects.toMatchObject(proxyRejection(407))
    await expect(client.accounts.list()).rejects.toMatchObject(proxyRejection(407))
  })

  it("with a 407 response that Node's fetch hides causes a ConnectionError with sent: false", async () => {
    const proxy = await startHttpServer((_request, response) => response.writeHead(407).end())
    onTestFinished(() => proxy.stop())
    const client = newClient({ baseUrl: proxy.origin, fetch: globalThis.fetch, token: 'opaque', maxRetries: 0 })
    await expect(client.accounts.create(accountBody())).rejects.toMatchObject(proxyRejection(407))
  })
})

it('an error of fetch whose causes are circular does not cause an endless loop', async () => {
  const circular = new Error('round')
  circular.cause = circular
  const fetch = () => Promise.reject(circular)
  const client = newClient({ fetch, token: 'opaque', maxRetries: 0 })
  await expect(client.accounts.get('1')).rejects.toThrow('The connection broke: round')
})

it('requests whose responses may contain secrets bypass the cache of Next.js', async () => {
  const { fetch, inits } = createRecordingFetch()
  const client = newClient({ fetch })
  await client.accounts.create(accountBody())
  await client.accounts.list()
  await client.accounts.get(ACCOUNT._id)
  const caches = () => Object.fromEntries(Object.entries(inits).map(([name, { cache }]) => [name, cache]))
  expect(caches()).toEqual({
    'POST tokens': 'no-store',
    'POST partner-accounts': 'no-store',
    'GET partner-accounts': undefined,
    [`GET ${ACCOUNT._id}`]: undefined,
  })
  await client.accounts.get(ACCOUNT._id, { secret: 'pas_x' })
  expect(caches()[`GET ${ACCOUNT._id}`]).toBe('no-store')

  // In some versions of Cloudflare Workers, `Request` has no `cache`, and `fetch` rejects the option.
  vi.stubGlobal('Request', class {})
  await client.accounts.create(accountBody())
  expect(caches()['POST partner-accounts']).toBeUndefined()
})

it('an account without secrets is a plain object, which React can pass to client components', async () => {
  const account = await newClient({ fetch: createRecordingFetch().fetch }).accounts.get(ACCOUNT._id)
  expect(Reflect.ownKeys(account)).toEqual(['_id', 'name'])
})

it('results of createMany hide secrets when they are printed', async () => {
  const client = newClient({ fetch: createRecordingFetch().fetch })
  const journal = { load: () => [], append: () => {} }
  for await (const result of createMany(client, [accountBody()], { journal })) {
    expect(result).toMatchObject({ account: CREATED })
    expect(inspect(result, { depth: 5 })).not.toMatch(/pat_hidden|pas_hidden/)
  }
})

describe('credentials', () => {
  it.each([
    ['email', 'spaces', { email: `${EMAIL}\n`, password: PASSWORD }],
    ['email', 'spaces', { email: ` ${EMAIL}`, password: PASSWORD }],
    ['email', 'spaces', { email: `'${EMAIL}'`, password: PASSWORD }],
    ['password', 'line breaks', { email: EMAIL, password: `${PASSWORD}\r\n` }],
    ['password', 'line breaks', { email: EMAIL, password: `"${PASSWORD}"` }],
    ['token', 'spaces', { token: ` ${jwt(1)}` }],
    ['token', 'spaces', { token: `${jwt(1)}\n` }],
    ['token', 'spaces', { token: `"${jwt(1)}"` }],
  ])('whose %s has %s or quotes around it are rejected before a request', (name, what, credentials) => {
    const create = () => new PartnerAccounts({ baseUrl: BASE_URL, ...credentials })
    expect(create).toThrow(new RegExp(`^${name} must be .*without ${what} or quotes around it`))
    expect(create).not.toThrow(PASSWORD)
  })

  it('may have a password that begins and ends with spaces, which is sent as it is', async () => {
    const password = ` ${PASSWORD}  `
    const bodies: unknown[] = []
    const fetch: Fetch = (url, { body }) => {
      bodies.push(JSON.parse(body ?? 'null'))
      return Promise.resolve(url.endsWith('/tokens') ? json({ token: jwt(1), _id: '1' }) : json(pageOf([])))
    }
    await newClient({ password, fetch }).accounts.list()
    expect(bodies).toEqual([{ email: EMAIL, password }, null])
  })

  it('are accepted with spaces and quotes inside', () => {
    expect(() => newClient({ password: '"correct" horse \'s' })).not.toThrow()
  })

  it('with a password are rejected in web workers, and accepted in Deno and Cloudflare Workers', () => {
    const connect = () => newClient({ fetch: createRecordingFetch().fetch })
    vi.stubGlobal('process', undefined)
    vi.stubGlobal('WorkerGlobalScope', class {})
    expect(connect).toThrow('Browsers reveal passwords')
    vi.stubGlobal('Deno', {})
    expect(connect).not.toThrow()
    vi.stubGlobal('Deno', undefined)
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    expect(connect).not.toThrow()
  })
})

it('null is accepted for optional parameters', async () => {
  const { fetch } = createRecordingFetch()
  const client = newClient({ fetch })
  await expect(client.accounts.list({ page: null }, { signal: null })).resolves.toMatchObject({ items: [] })
  await expect(client.accounts.get(ACCOUNT._id, { secret: null })).resolves.toEqual(ACCOUNT)
  const clientWithoutEvents = newClient({ fetch: () => Promise.resolve(json(pageOf([]))), token: 'opaque' })
  await expect(clientWithoutEvents.events.list({ after: null })).resolves.toMatchObject({ items: [] })
})

describe('a signal of another environment, such as jsdom,', () => {
  /** Like the signals of jsdom and of the package abort-controller: no instance of Node's class, and without a reason. */
  class ForeignSignal extends EventTarget {
    aborted = false
  }
  class ForeignController {
    readonly signal = new ForeignSignal()
    abort() {
      this.signal.aborted = true
      this.signal.dispatchEvent(new Event('abort'))
    }
  }
  const startServer = async (respond: (response: ServerResponse) => void, fetch: Fetch = globalThis.fetch) => {
    let requests = 0
    const server = await startHttpServer((_request, response) => {
      requests += 1
      respond(response)
    })
    onTestFinished(() => server.stop())
    const client = newClient({ baseUrl: server.origin, fetch, token: 'opaque', maxRetries: 0 })
    return { client, requests: () => requests }
  }

  it('cancels the call before and during its request', async () => {
    const { client, requests } = await startServer(() => {})
    const early = new ForeignController()
    early.abort()
    const options = { signal: early.signal as unknown as AbortSignal }
    await expect(client.accounts.create(accountBody(), options)).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests()).toBe(0)

    const late = new ForeignController()
    const call = client.accounts.get('1', {}, { signal: late.signal as unknown as AbortSignal })
    await expect.poll(requests).toBe(1)
    late.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it("that the SDK creates with a replaced global AbortController is not passed to Node's fetch", async () => {
    // Since Node 24, `fetch` rejects signals of another class.
    vi.stubGlobal('AbortController', ForeignController)
    const { client, requests } = await startServer((response) => response.end(JSON.stringify(ACCOUNT)), undiciFetch)
    await expect(client.accounts.get(ACCOUNT._id)).resolves.toEqual(ACCOUNT)
    expect(requests()).toBe(1)
  })
})

it('an object that only looks like a signal is a usage error', async () => {
  const call = newClient({ token: 'opaque' }).accounts.get('1', {}, { signal: { aborted: true } as never })
  await expect(call).rejects.toMatchObject({ name: 'UsageError' })
})
