import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ErrorCode, type TokenStorage } from '../src/index.ts'
import {
  brokenConnection,
  EMAIL,
  failure,
  json,
  jwt,
  newClient,
  pageOf,
  PASSWORD,
  scriptedApi,
} from './scripted-api.ts'

const api = scriptedApi()
const empty = () => json(pageOf([]))

/** Returns the numbers of the tokens that account requests used so far. */
const usedTokens = () =>
  api.received('GET /partner-accounts').map(({ headers }) => {
    const claims = Buffer.from(headers.get('authorization')!.split('.')[1]!, 'base64url').toString()
    // parseInt ignores what follows the number.
    return parseInt((JSON.parse(claims) as { jti: string }).jti)
  })

beforeEach(() => api.on('GET /partner-accounts', empty))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a client with e-mail and password', () => {
  it('signs in at the first call, not before', async () => {
    const client = newClient()
    expect(api.requests).toEqual([])

    await client.accounts.list()
    expect(api.requests.map(({ line, body }) => [line, body])).toEqual([
      ['POST /tokens', { email: EMAIL, password: PASSWORD }],
      ['GET /partner-accounts', undefined],
    ])
    expect(api.received('POST /tokens')[0]!.headers.has('authorization')).toBe(false)
  })

  it('signs in once for concurrent and later calls', async () => {
    const client = newClient()
    await Promise.all(Array.from({ length: 20 }, () => client.accounts.list()))
    await client.accounts.list()

    expect(api.received('POST /tokens')).toHaveLength(1)
    expect(usedTokens()).toEqual(Array(21).fill(1))
  })

  it('completes a shared sign-in although one of its callers times out', async () => {
    api.on('POST /tokens', async () => {
      await wait(100)
      return json({ token: jwt(1), _id: 'x' })
    })
    const client = newClient()
    const impatient = client.accounts.get('12345678901', {}, { timeoutMs: 20 })
    const patient = client.accounts.list()

    await expect(impatient).rejects.toThrow('20 ms')
    await expect(patient).resolves.toMatchObject({ items: [] })
    expect(api.received('POST /tokens')).toHaveLength(1)
  })

  it('renews a token in the background before it expires, without delaying calls', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let signIns = 0
    api.on('POST /tokens', async () => {
      signIns += 1
      if (signIns > 1) await wait(50)
      return json({ token: jwt(signIns), _id: 'x' })
    })
    const client = newClient()
    await client.accounts.list()
    // 50 seconds before the token expires.
    vi.setSystemTime(Date.now() + 3_550_000)
    await client.accounts.list()
    expect(usedTokens()).toEqual([1, 1])

    await vi.waitFor(() => expect(signIns).toBe(2), 30_000)
    await vi.waitFor(async () => {
      await client.accounts.list()
      expect(usedTokens().at(-1)).toBe(2)
    }, 30_000)
    expect(signIns).toBe(2)
  })

  it('uses the old token until it expires when the renewal fails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    api.on('POST /tokens', (_request, count) => (count === 1 ? json({ token: jwt(1), _id: 'x' }) : failure(503, 503)))
    const warnings: string[] = []
    const logger = { debug() {}, info() {}, warn: (message: string) => warnings.push(message), error() {} }
    const client = newClient({ logger })
    await client.accounts.list()
    // 50 seconds before the token expires.
    vi.setSystemTime(Date.now() + 3_550_000)

    await client.accounts.list()
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('token renewal failed')]), 30_000)
    await client.accounts.list()
    expect(usedTokens()).toEqual([1, 1, 1])
  })

  it('does not use an expired token, even if the clocks differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const skew of [-86_400, 0, 300, 86_400]) {
      api.on('POST /tokens', (_request, count) =>
        json({ token: jwt(count, { issuedAt: Date.now() / 1_000 - skew }), _id: 'x' }),
      )
      api.requests = []
      const client = newClient()
      await client.accounts.list()
      await client.accounts.list()
      expect(usedTokens(), `first hour, skew ${skew}`).toEqual([1, 1])

      vi.setSystemTime(Date.now() + 3_601_000)
      await client.accounts.list()
      expect(usedTokens(), `later, skew ${skew}`).toEqual([1, 1, 2])
    }
  })

  it('retries a call once with a new token when the service rejects the old one', async () => {
    api.on('GET /partner-accounts', (_request, count) => (count === 2 ? failure(401, 9) : empty()))
    const client = newClient({ maxRetries: 0 })
    await client.accounts.list()
    await client.accounts.list()

    expect(usedTokens()).toEqual([1, 1, 2])
  })

  it('signs in once when concurrent calls get 401', async () => {
    const client = newClient()
    await client.accounts.list()
    const old = api.received('GET /partner-accounts')[0]!.headers.get('authorization')
    api.on('GET /partner-accounts', ({ headers }) => (headers.get('authorization') === old ? failure(401, 9) : empty()))
    await Promise.all(Array.from({ length: 10 }, () => client.accounts.list()))

    expect(api.received('POST /tokens')).toHaveLength(2)
  })

  it('throws the 401 when the new token is rejected, too', async () => {
    api.on('GET /partner-accounts', () => failure(401, 9))

    await expect(newClient().accounts.list()).rejects.toMatchObject({ status: 401, code: ErrorCode.UNAUTHENTICATED })
    expect(usedTokens()).toEqual([1, 2])
  })

  it.each([
    ['1418', 'POST /tokens', 401, 1418],
    ['24', 'POST /tokens', 401, 24],
    ['403', 'GET /partner-accounts', 403, 666],
  ])('does not retry after %s', async (_name, line, status, code) => {
    api.on(line, () => failure(status, code))

    const error = await newClient()
      .accounts.list()
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, code, uiMessage: `Erro ${code}.` })
    expect(api.received(line)).toHaveLength(1)
  })

  it('retries a sign-in after a broken connection, and remembers 401/24 for a minute', async () => {
    api.on('POST /tokens', (_request, count) => (count === 1 ? brokenConnection() : failure(401, 24)))
    const client = newClient()

    for (let call = 0; call < 3; call++) await expect(client.accounts.list()).rejects.toMatchObject({ code: 24 })
    expect(api.received('POST /tokens')).toHaveLength(2)
    api.on('POST /tokens', () => json({ token: jwt(1), _id: 'x' }))
    const clock = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 60_000)
    await client.accounts.list()
  })
})

describe('a client with a token', () => {
  it('uses it unchanged and never signs in', async () => {
    api.on('GET /partner-accounts', () => failure(401, 9))

    await expect(newClient({ token: jwt(7) }).accounts.list()).rejects.toMatchObject({ code: 9 })
    expect(usedTokens()).toEqual([7])
    expect(api.received('POST /tokens')).toEqual([])
  })

  it('calls a token function once for concurrent calls, and again when the token is rejected', async () => {
    const numbers = [7, 8]
    const token = vi.fn(() => Promise.resolve(jwt(numbers.shift()!)))
    const client = newClient({ token })
    await Promise.all([client.accounts.list(), client.accounts.list()])
    api.on('GET /partner-accounts', (_request, count) => (count === 1 ? failure(401, 9) : empty()))
    await client.accounts.list()

    expect(usedTokens()).toEqual([7, 7, 7, 8])
    expect(token).toHaveBeenCalledTimes(2)
  })

  it('throws UsageError without the token in its message when the function returns an invalid token', async () => {
    const client = newClient({ token: () => 'two words' })
    const error = (await client.accounts.list().catch((error: unknown) => error)) as Error

    expect(error.name).toBe('UsageError')
    expect(error.message).not.toContain('two words')
    expect(api.requests).toEqual([])
  })
})

describe('a client with a token storage', () => {
  const createStorage = () => {
    const values = new Map<string, string>()
    const storage: TokenStorage = {
      load: (key) => values.get(key),
      save: (key, value) => void values.set(key, value),
    }
    return { values, storage }
  }

  it('signs in once for two processes', async () => {
    const { storage: tokenStorage } = createStorage()
    await newClient({ tokenStorage }).accounts.list()
    await newClient({ tokenStorage }).accounts.list()

    expect(api.received('POST /tokens')).toHaveLength(1)
    expect(usedTokens()).toEqual([1, 1])
  })

  it('stores tokens by user and address', async () => {
    const { storage: tokenStorage, values } = createStorage()
    await newClient({ tokenStorage }).accounts.list()
    await newClient({ tokenStorage, email: 'bia@revenda.example', password: 'x' }).accounts.list()

    expect(api.received('POST /tokens')).toHaveLength(2)
    expect(values.size).toBe(2)
  })

  it('signs in again when the stored token is rejected, and stores the new one', async () => {
    const { storage: tokenStorage } = createStorage()
    await newClient({ tokenStorage }).accounts.list()
    api.on('GET /partner-accounts', (_request, count) => (count === 1 ? failure(401, 9) : empty()))
    await newClient({ tokenStorage }).accounts.list()
    await newClient({ tokenStorage }).accounts.list()

    expect(usedTokens()).toEqual([1, 1, 2, 2])
  })

  it('replaces a rejected token by one that another process has stored since', async () => {
    const { storage: tokenStorage } = createStorage()
    const client = newClient({ tokenStorage })
    await client.accounts.list()
    api.on('GET /partner-accounts', (_request, count) => (count === 1 ? failure(401, 9) : empty()))
    await newClient({ tokenStorage }).accounts.list()
    api.on('GET /partner-accounts', (_request, count) => (count === 1 ? failure(401, 9) : empty()))
    await client.accounts.list()

    expect(usedTokens()).toEqual([1, 1, 2, 1, 2])
    expect(api.received('POST /tokens')).toHaveLength(2)
  })

  it.each([
    ['not JSON', 'nonsense'],
    ['no token', '{}'],
    ['no token that can be sent', JSON.stringify({ token: 'two words', expiresAt: Date.now() + 3_600_000 })],
    ['an expired token', JSON.stringify({ token: jwt(9), expiresAt: Date.now() - 1 })],
  ])('signs in when what is stored is %s', async (_name, stored) => {
    await newClient({ tokenStorage: { load: () => stored, save: () => {} } }).accounts.list()
    expect(usedTokens()).toEqual([1])
  })

  it('signs in and logs a warning when the storage fails', async () => {
    const fail = () => Promise.reject(new Error('disk full'))
    const warnings: string[] = []
    const logger = { debug() {}, info() {}, warn: (message: string) => warnings.push(message), error() {} }
    await newClient({ tokenStorage: { load: fail, save: fail }, logger }).accounts.list()

    expect(usedTokens()).toEqual([1])
    expect(warnings).toEqual(Array(2).fill('partner-accounts: the token storage failed: disk full'))
  })
})

describe('a client with a mode', () => {
  it.each([
    ['live', undefined],
    ['test', 'test'],
  ] as const)('reports %s mode after the first call, shared with derived clients', async (mode, claim) => {
    const client = newClient({ token: jwt(1, { mode: claim }), mode })
    expect(client.mode).toBeUndefined()
    await client.withOptions({ maxRetries: 0 }).accounts.list()
    expect(client.mode).toBe(mode)
  })

  it.each([
    ['live', 'test'],
    ['test', 'live'],
  ] as const)('expecting %s mode sends no request with a token of %s mode', async (mode, other) => {
    const token = jwt(1, { mode: other === 'test' ? other : undefined })
    const stored = JSON.stringify({ token, expiresAt: Date.now() + 3_600_000 })
    api.on('POST /tokens', () => json({ token, _id: 'x' }))
    const tokenStorage = { load: () => stored, save() {} }
    for (const options of [{}, { token }, { token: () => token }, { tokenStorage }]) {
      const call = newClient({ ...options, mode }).accounts.list()
      await expect(call).rejects.toThrow(`mode is ${mode}, but the token belongs to ${other} mode.`)
    }
    expect(api.received('GET')).toEqual([])
    // Only the first client has no token yet.
    expect(api.received('POST /tokens')).toHaveLength(1)
  })
})
