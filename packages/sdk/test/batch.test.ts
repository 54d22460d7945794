import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CreateAccountBody, type CredentialOptions, PartnerAccounts, UsageError } from '../src/index.ts'
import { createMany, type CreateManyProgress, type CreateManyResult, fileJournal } from '../src/node/batch/index.ts'
import { partnerAccountsService, sampleAccountBody } from '../src/testing/index.ts'

const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
const newClient = (options: Partial<CredentialOptions> = {}) =>
  new PartnerAccounts({
    baseUrl: service.baseUrl,
    ...service.credentials,
    fetch: service.fetch,
    maxRetries: 0,
    ...options,
  })
const bodies = (count: number) => Array.from({ length: count }, () => sampleAccountBody())

let folder: string
let journal: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-batch-'))
  journal = path.join(folder, 'rows.journal.jsonl')
  service.reset()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function collect<Row>(results: AsyncIterable<CreateManyResult<Row>>) {
  const all: CreateManyResult<Row>[] = []
  for await (const result of results) all.push(result)
  return all.sort((one, other) => one.index - other.index)
}
const total = async () => (await newClient().accounts.list()).meta.total

it('createMany returns created accounts and rejections, and reports progress', async () => {
  const rows = bodies(4)
  rows[2] = { ...rows[2]!, full_name: '' }
  const progress: CreateManyProgress[] = []
  const results = await collect(createMany(newClient(), rows, { onProgress: (counts) => progress.push(counts) }))

  expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'rejected', 'created'])
  expect(results[0]).toMatchObject({ row: rows[0], account: { secret: expect.stringMatching(/^pas_/) } })
  expect(results[2]).toMatchObject({ error: { fields: { full_name: expect.any(Array) } } })
  expect(progress.at(-1)).toEqual({ created: 3, resumed: 0, rejected: 1 })
})

it('createMany rejects a row for which toBody throws or returns nothing, and continues', async () => {
  const toBody = (row: number): CreateAccountBody => {
    if (row === 1) throw new Error('no CNPJ')
    return row === 2 ? (undefined as never) : sampleAccountBody()
  }
  const results = await collect(createMany(newClient(), [0, 1, 2, 3], { toBody }))
  expect(results.map(({ status }) => status)).toEqual(['created', 'rejected', 'rejected', 'created'])
})

it('createMany awaits toBody, and rejects a row whose promise is rejected', async () => {
  const toBody = async (index: number) => {
    await Promise.resolve()
    if (index === 1) throw new Error('No such customer.')
    return sampleAccountBody()
  }
  const results = await collect(createMany(newClient(), [0, 1, 2], { toBody }))
  expect(results.map(({ status }) => status)).toEqual(['created', 'rejected', 'created'])
  expect(results[1]).toMatchObject({ error: { message: 'No such customer.' } })
})

it('createMany with credentials of another mode stops, and records nothing', async () => {
  const results = createMany(newClient({ mode: 'test' }), bodies(8), { journal })
  await expect(collect(results)).rejects.toThrow('mode is test, but the token belongs to live mode')
  expect(readFileSync(journal, 'utf8')).toBe('')
  expect(service.requests.length).toBe(1)
})

it('createMany without a journal creates no account again when it is repeated after the loop was left', async () => {
  const rows = bodies(6)
  for await (const { status } of createMany(newClient(), rows)) {
    expect(status).toBe('created')
    break
  }
  const results = await collect(createMany(newClient(), rows))
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('created'))
  expect(results).toMatchObject(rows.map(() => ({ account: { secret: expect.any(String) as string } })))
  expect(await newClient().accounts.list().toArray()).toHaveLength(6)
})

it('createMany with a journal sends no row twice and returns the secrets of the first run', async () => {
  const rows = bodies(5)
  const first = await collect(createMany(newClient(), rows, { journal }))
  const requests = service.requests.length
  const second = await collect(createMany(newClient(), rows, { journal: fileJournal(journal) }))

  expect(second.map(({ status }) => status)).toEqual(Array(5).fill('resumed'))
  const accountsOf = (results: typeof first) => results.map((result) => 'account' in result && result.account)
  expect(accountsOf(second)).toEqual(accountsOf(first))
  expect(service.requests).toHaveLength(requests)
  expect(statSync(journal).mode & 0o777).toBe(0o600)
})

it('createMany stops at a failure that concerns all rows, after it has recorded the rows in progress', async () => {
  const rows = bodies(20)
  service.failNext({ kind: 'lost-response' }, { operation: 'createPartnerAccount' })
  await expect(collect(createMany(newClient(), rows, { journal, concurrency: 3 }))).rejects.toMatchObject({
    name: 'PossiblyCreatedError',
  })
  const entries = readFileSync(journal, 'utf8').trim().split('\n')
  expect(entries.length).toBeLessThan(20)

  const results = await collect(createMany(newClient(), rows, { journal }))
  expect(results.filter(({ status }) => status === 'resumed')).toHaveLength(entries.length)
  expect(await total()).toBe(20)
})

it('createMany records the rows in progress when the loop is left', async () => {
  for await (const result of createMany(newClient(), bodies(20), { journal, concurrency: 4 })) {
    expect(result.status).toBe('created')
    break
  }
  const entries = readFileSync(journal, 'utf8').trim().split('\n')
  expect(entries).toHaveLength(await total())
})

it('createMany ignores a line of the journal that was cut off, and names a broken line', async () => {
  const rows = bodies(2)
  await collect(createMany(newClient(), rows.slice(0, 1), { journal }))
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}{"key":"12`)
  const results = await collect(createMany(newClient(), rows, { journal }))
  expect(results.map(({ status }) => status)).toEqual(['resumed', 'created'])
  expect(readFileSync(journal, 'utf8').trim().split('\n')).toHaveLength(2)

  writeFileSync(journal, 'broken\n{}\n')
  await expect(collect(createMany(newClient(), rows, { journal }))).rejects.toThrow('line 1 is not an entry')
})

it('createMany creates nothing if its journal cannot be written', async () => {
  const missing = path.join(folder, 'missing/rows.jsonl')
  await expect(collect(createMany(newClient(), bodies(1), { journal: missing }))).rejects.toThrow('ENOENT')
  expect(await total()).toBe(0)
})

describe('createMany rejects the journal', () => {
  const journalOwner = 'ana@partner.example at https://api.example/partners/v1'
  beforeEach(async () => void (await collect(createMany(newClient(), bodies(2), { journal }))))
  const rejectionOf = async (client: PartnerAccounts) => {
    const requests = service.requests.length
    const error: unknown = await collect(createMany(client, bodies(1), { journal })).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UsageError)
    expect(service.requests).toHaveLength(requests)
    return (error as Error).message
  }

  it('of another service, and names both', async () => {
    const message = await rejectionOf(newClient({ baseUrl: 'https://production.example/partners/v1/' }))
    expect(message).toContain(journalOwner)
    expect(message).toContain('ana@partner.example at https://production.example/partners/v1:')
  })

  it('of another user, and names both', async () => {
    const message = await rejectionOf(newClient({ email: 'BRUNO@partner.example' }))
    expect(message).toContain(journalOwner)
    expect(message).toContain('bruno@partner.example at https://api.example/partners/v1:')
  })

  it('of another user when clients have a token function', async () => {
    const { email, password } = service.addUser()
    const client = (token: () => Promise<string>) =>
      new PartnerAccounts({ baseUrl: service.baseUrl, token, fetch: service.fetch })
    const signIn = (credentials: object) => async () => {
      const init = { method: 'POST', body: JSON.stringify(credentials) }
      const response = await service.fetch(`${service.baseUrl}/tokens`, init)
      return ((await response.json()) as { token: string }).token
    }
    const rows = bodies(1)
    const options = { journal: `${journal}.tokens` }
    await collect(createMany(client(signIn(service.credentials)), rows, options))
    expect(await collect(createMany(client(signIn(service.credentials)), rows, options))).toMatchObject([
      { status: 'resumed' },
    ])
    const other = createMany(client(signIn({ email, password })), rows, options)
    await expect(collect(other)).rejects.toThrow(UsageError)
  })
})

it('createMany returns a result before a slow source has the next row', async () => {
  let release = () => {}
  const [first, second] = bodies(2)
  async function* source() {
    yield first!
    await new Promise<void>((resolve) => {
      release = resolve
    })
    yield second!
  }
  const results = createMany(newClient(), source())
  expect((await results.next()).value).toMatchObject({ status: 'created', index: 0 })
  release()
  expect((await results.next()).value).toMatchObject({ status: 'created', index: 1 })
  expect((await results.next()).done).toBe(true)
})

it('createMany returns the results of all rows before it throws the error of their source', async () => {
  const rows = bodies(3)
  function* source() {
    yield* rows
    throw new Error('the disk is gone')
  }
  const results: unknown[] = []
  const readAll = async () => {
    for await (const { status } of createMany(newClient(), source())) results.push(status)
  }
  await expect(readAll()).rejects.toThrow('the disk is gone')
  expect(results).toEqual(['created', 'created', 'created'])
})

it("createMany throws the signal's reason while the source is silent, and starts no row that comes later", async () => {
  let release = () => {}
  const silence = new Promise<void>((resolve) => {
    release = resolve
  })
  const [first, second] = bodies(2)
  async function* source() {
    yield first!
    await silence
    yield second!
  }
  const controller = new AbortController()
  const results = createMany(newClient(), source(), { signal: controller.signal })
  await results.next()
  const next = results.next()
  controller.abort(new Error('changed my mind'))
  await expect(next).rejects.toThrow('changed my mind')
  release()
  expect(await total()).toBe(1)
})

it('createMany with a signal that is already aborted throws its reason, and converts no row', async () => {
  const toBody = vi.fn(() => sampleAccountBody())
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(collect(createMany(newClient(), [0, 1], { toBody, signal }))).rejects.toThrow('too late')
  expect(toBody).not.toHaveBeenCalled()
})

it('createMany closes the source when the loop is left', async () => {
  let isClosed = false
  function* source() {
    try {
      for (;;) yield sampleAccountBody()
    } finally {
      isClosed = true
    }
  }
  for await (const { status } of createMany(newClient(), source())) {
    expect(status).toBe('created')
    break
  }
  expect(isClosed).toBe(true)
})

it('createMany rejects a row that equals an earlier one, and names that row', async () => {
  const [first, second] = bodies(2)
  const rows = [first!, second!, { ...first! }]
  for (const status of ['created', 'resumed']) {
    const results = await collect(createMany(newClient(), rows, { journal }))
    expect(results).toMatchObject([{ status }, { status }, { status: 'rejected', key: expect.any(String) as string }])
    expect(results[2]).toMatchObject({ error: { message: expect.stringContaining('Equal to row 1') as string } })
  }
  expect(await total()).toBe(2)
})

it.each([
  [{ concurrency: 0 }, 'concurrency must be a whole number >= 1, not 0'],
  [{ concurency: 2 }, 'unknown option concurency'],
  [{ journal: {} }, 'journal must be'],
  [{ toBody: 'body' }, 'toBody must be a function'],
])('createMany rejects the options %j', async (options, message) => {
  const results = createMany(newClient(), bodies(1), options as object)
  await expect(collect(results)).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) as string }),
  )
})
