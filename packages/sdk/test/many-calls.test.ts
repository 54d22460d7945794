import { afterEach, describe, expect, it, vi } from 'vitest'
import { PartnerAccounts } from '../src/index.ts'
import { partnerAccountsService, sampleAccountBody } from '../src/testing/index.ts'
import { failure, json, jwt, newClient, pageOf } from './scripted-api.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const respond: typeof globalThis.fetch = (url) =>
  Promise.resolve(json((url as string).endsWith('/tokens') ? { token: jwt(1), _id: 'x' } : pageOf([])))

/** Returns a promise that is rejected with any value, as programs may do. */
function rejectWith(reason: unknown): Promise<never> {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors
  return Promise.reject(reason)
}

describe('under fake timers that never advance', () => {
  it('300 tests of three calls each complete, with the fake service of the testing entry', async () => {
    const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
    const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
    for (let test = 0; test < 300; test += 1) {
      vi.useFakeTimers()
      const { _id } = await client.accounts.create(sampleAccountBody())
      expect(await client.accounts.get(_id)).toMatchObject({ _id })
      expect(await client.accounts.list().toArray()).toHaveLength(1)
      service.reset()
      vi.useRealTimers()
    }
  })

  it('a test that starts a thousand calls and awaits none delays no later test', async () => {
    vi.useFakeTimers()
    const client = newClient({ fetch: () => new Promise(() => {}), token: 'opaque' })
    for (let call = 0; call < 1_000; call += 1) client.accounts.list().then(undefined, () => {})
    await Promise.resolve()
    vi.useRealTimers()
    vi.useFakeTimers()
    await expect(newClient({ fetch: respond }).accounts.list()).resolves.toMatchObject({ items: [] })
  })
})

it('in Cloudflare Workers, 500 parallel calls complete although no timer or queue of another request runs', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
  const client = newClient({ fetch: respond })
  await client.accounts.list()
  vi.useFakeTimers()
  const calls = Promise.all(Array.from({ length: 500 }, () => client.accounts.list()))
  await expect(calls).resolves.toHaveLength(500)
})

describe('when functions of the caller fail', () => {
  const logger = {
    debug: () => {
      throw new Error('disk full')
    },
    info() {},
    warn: () => {
      throw new Error('disk full')
    },
    error() {},
  }

  it.each([
    ['rejects with undefined', () => rejectWith(undefined as unknown as Error)],
    ['throws text', () => rejectWith('down')],
    ['returns no number', () => Promise.resolve('soon' as unknown as number)],
  ])('a rateLimitStore that %s, and a logger that throws, fail no call', async (_how, take) => {
    const client = newClient({ fetch: respond, rateLimitStore: { take }, logger, logLevel: 'debug' })
    await expect(client.accounts.list()).resolves.toMatchObject({ items: [] })
  })

  it.each([undefined, null, 'text', 7])(
    'a fetch that rejects with %j causes a ConnectionError, and a token function fails the call with the value itself',
    async (reason) => {
      const reject = () => rejectWith(reason)
      const failed = newClient({ fetch: reject, token: 'opaque', maxRetries: 0 }).accounts.list()
      await expect(failed.then(() => 'resolved')).rejects.toMatchObject({ name: 'ConnectionError' })
      const error: unknown = await newClient({ fetch: respond, token: reject })
        .accounts.list()
        .then(
          () => 'resolved',
          (thrown: unknown) => thrown,
        )
      expect(error).toBe(reason)
    },
  )

  it.each(['beforeRequest', 'afterResponse', 'onRequestError', 'onRetry'])(
    'a hook %s that rejects with undefined fails the call',
    async (hook) => {
      const client = newClient({
        fetch: () =>
          hook === 'onRequestError' ? Promise.reject(new Error('reset')) : Promise.resolve(failure(503, 503)),
        token: 'opaque',
        hooks: { [hook]: () => rejectWith(undefined) },
      })
      await expect(client.accounts.list().then(() => 'resolved')).rejects.toBeUndefined()
    },
  )
})

it('10,000 calls at a limit of 1,000,000 take less than ten times the CPU time of a simulated fetch', async () => {
  const count = 10_000
  const fetch: typeof globalThis.fetch = (url) => {
    const isSignIn = (url as string).endsWith('/tokens')
    const body = isSignIn ? { token: 'opaque', _id: 'x' } : pageOf([])
    const headers = { 'ratelimit-policy': '"default";q=1000000;w=60', ratelimit: '"default";r=900000;t=1' }
    return Promise.resolve(Response.json(body, { headers }))
  }
  const measure = async (work: () => Promise<unknown>) => {
    const startedAt = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1_000
  }
  const bareFetch = async () => {
    const headers = new Headers({ accept: 'application/json', 'x-request-id': 'x', authorization: 'Bearer x' })
    const response = await fetch('https://api.example/partners/v1/partner-accounts', { headers })
    return JSON.parse(await response.text()) as unknown
  }
  const bare = await measure(() => Promise.all(Array.from({ length: count }, bareFetch)))
  const client = newClient({ fetch })
  await client.accounts.list()
  const paced = await measure(() => Promise.all(Array.from({ length: count }, () => client.accounts.list())))
  console.info(
    `10,000 calls take ${(paced / bare).toFixed(1)} times the CPU time of a simulated fetch: ${paced.toFixed()} ms`,
  )
  expect(paced).toBeLessThan(bare * 10)
}, 120_000)
