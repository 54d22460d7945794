import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { redact } from '../src/index.ts'
import {
  accountBody,
  CREATED,
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
const SECRET = 'pas_known-to-the-partner'

/** Returns a value as it is printed by `inspect`, `JSON.stringify` and `String`, with its stack. */
const printAll = (value: unknown) =>
  [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value), (value as Error).stack].join(
    '\n',
  )

describe('secrets', () => {
  it('do not appear on a printed client', async () => {
    api.on('GET /partner-accounts', () => json(pageOf([])))
    const token = jwt(1)
    api.on('POST /tokens', () => json({ token, _id: 'x' }))
    const client = newClient()
    await client.accounts.list()

    for (const secret of [PASSWORD, EMAIL, token]) {
      expect(printAll(client)).not.toContain(secret)
      expect(printAll(newClient({ token }))).not.toContain(secret)
    }
  })

  it('do not appear on any error, even when a response repeats them', async () => {
    const token = jwt(1)
    api.on('POST /tokens', () => json({ token, _id: 'x' }))
    const responders = [
      () => failure(404, 56),
      ({ headers }: { headers: Headers }) =>
        new Response(`${headers.get('authorization')} ${headers.get('x-secret')}`, { status: 400 }),
      () => Response.error(),
    ]
    for (const respond of responders) {
      api.on('GET /partner-accounts/1', respond)
      const error = await newClient({ maxRetries: 0 })
        .accounts.get('1', { secret: SECRET })
        .catch((error: unknown) => error)
      for (const secret of [token, SECRET, PASSWORD]) expect(printAll(error)).not.toContain(secret)
    }

    api.on('POST /tokens', () => new Response(`unknown password: ${PASSWORD}`, { status: 400 }))
    const error = (await newClient()
      .accounts.list()
      .catch((error: unknown) => error)) as Error
    expect(error.message).toBe(
      'HTTP 400 from https://api.example/partners/v1/tokens: expected token, _id, got unknown password: [redacted]',
    )
    expect(printAll(error)).not.toContain(PASSWORD)
  })

  it('and account identifiers do not appear in log lines of any level', async () => {
    const lines: string[] = []
    const log = (text: string) => void lines.push(text)
    const token = jwt(1)
    api.on('POST /tokens', () => json({ token, _id: 'x' }))
    api.on('GET /partner-accounts/52998224725', (_request, count) =>
      count === 1 ? failure(500, 500) : failure(404, 56),
    )
    const client = newClient({ logger: { debug: log, info: log, warn: log, error: log }, logLevel: 'debug' })
    await client.accounts.get('52998224725', { secret: SECRET }).catch(() => {})

    expect(lines).toEqual([
      expect.stringMatching(/^partner-accounts: POST \/tokens: 200 in \d+ ms, request [\w-]+$/),
      expect.stringMatching(/^partner-accounts: GET \/partner-accounts\/{account_id}: 500 in \d+ ms, request [\w-]+$/),
      expect.stringMatching(/^partner-accounts: \/partner-accounts\/{account_id}: retrying in \d+ ms$/),
      expect.stringMatching(/^partner-accounts: GET \/partner-accounts\/{account_id}: 404 in \d+ ms, request [\w-]+$/),
    ])
    for (const secret of [token, SECRET, PASSWORD, '52998224725']) expect(lines.join()).not.toContain(secret)
  })

  it('are plain properties of a new account, but hidden when it is printed', async () => {
    api.on('POST /partner-accounts', () => json(CREATED))
    const created = await newClient().accounts.create(accountBody())

    expect({ ...created }).toEqual(CREATED)
    expect(JSON.parse(JSON.stringify(created))).toEqual(CREATED)
    expect(inspect({ created })).toContain("api_token: '[redacted]',\n    secret: '[redacted]'")
    expect(inspect(created)).not.toMatch(/pat_hidden|pas_hidden/)
    expect(Object.keys(created)).toEqual(['_id', 'api_token', 'secret'])
  })

  it('are hidden when a fetched account is printed', async () => {
    api.on('GET /partner-accounts/1', () => json({ _id: '1', api_token: 'pat_hidden' }))
    const account = await newClient().accounts.get('1', { secret: SECRET })

    expect(account.api_token).toBe('pat_hidden')
    expect(inspect(account)).toBe("{ _id: '1', api_token: '[redacted]' }")
  })

  it('are replaced by redact at any depth, and all other values are kept', () => {
    const value = {
      row: 3,
      created: CREATED,
      others: [{ password: 'x', token: 'y', api_token: null }],
      name: 'Padaria',
    }
    expect(redact(value)).toEqual({
      row: 3,
      created: { _id: CREATED._id, api_token: '[redacted]', secret: '[redacted]' },
      others: [{ password: '[redacted]', token: '[redacted]', api_token: null }],
      name: 'Padaria',
    })
    expect(value.created.secret).toBe(CREATED.secret)
    expect([redact(null), redact(7), redact('text'), redact(undefined)]).toEqual([null, 7, 'text', undefined])
  })
})
