import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CreateAccountBody, PartnerAccounts, UsageError } from '../src/index.ts'
import { createMany, type CreateManyProgress, type CreateManyResult, fileJournal } from '../src/node/batch/index.ts'
import { type MockServer, startMockServer } from '../src/node/cli/mock-server.ts'
import { partnerAccountsService, sampleAccountBody } from '../src/testing/index.ts'
import { packPackage } from './package/packed-package.ts'

const { project } = await packPackage()
const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
const newClient = () =>
  new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch, maxRetries: 0 })
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

it('createMany rejects a row that toBody throws for, and continues', async () => {
  const toBody = (row: number): CreateAccountBody => {
    if (row === 1) throw new Error('no CNPJ')
    return sampleAccountBody()
  }
  const results = await collect(createMany(newClient(), [0, 1, 2], { toBody }))
  expect(results.map(({ status }) => status)).toEqual(['created', 'rejected', 'created'])
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
  await expect(collect(createMany(newClient(), rows, { journal }))).rejects.toThrow('line 1 is not JSON')
})

it('createMany rejects an invalid concurrency', async () => {
  await expect(collect(createMany(newClient(), [], { concurrency: 0 }))).rejects.toThrow(UsageError)
})

it('createMany resumes after kill -9 and creates every account once', async () => {
  const server: MockServer = await startMockServer({ rateLimit: { requests: 10_000, windowSeconds: 60 } })
  try {
    const { baseUrl, credentials } = server.service
    const options = { baseUrl, ...credentials }
    const rows = bodies(300)
    const program = `
      import { PartnerAccounts } from '@partner-accounts/sdk'
      import { readFileSync } from 'node:fs'
      import { createMany } from '@partner-accounts/sdk/batch'
      const rows = JSON.parse(readFileSync(process.argv[1], 'utf8'))
      const client = new PartnerAccounts(${JSON.stringify(options)})
      for await (const _ of createMany(client, rows, { journal: ${JSON.stringify(journal)} })) console.log('done')
    `
    const file = path.join(folder, 'rows.json')
    writeFileSync(file, JSON.stringify(rows))
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], { cwd: project })
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const client = new PartnerAccounts(options)
    const before = (await client.accounts.list()).meta.total
    expect(before).toBeLessThan(300)

    const results = await collect(createMany(client, rows, { journal }))
    expect((await client.accounts.list()).meta.total).toBe(300)
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const result of results.slice(0, 3)) {
      const { _id, secret, api_token } = (result as { account: { _id: string; secret: string; api_token: string } })
        .account
      expect(await client.accounts.get(_id, { secret })).toMatchObject({ api_token })
    }
  } finally {
    await server.close()
  }
})
