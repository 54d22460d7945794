import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as sendRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CreateAccountBody, PartnerAccounts, PossiblyCreatedError } from '../src/index.ts'
import { createMany, type JournalEntry } from '../src/node/batch/index.ts'
import { sampleAccountBody } from '../src/testing/index.ts'
import { type RunningService, startService } from './running-service.ts'

const PLANS = 40
const PARALLEL_PLANS = 8
const FIRST_SEED = Number(process.env['FAILURE_SEED'] ?? 1)
const LISTED_ACCOUNTS = 23
const PAGE_SIZE = 5
const ROWS = 6
const SLOW_BODY_MS = 120
const TIMEOUT_MS = 15_000
const STATUSES = [401, 408, 429, 502, 503]

type PlannedFailure =
  | { kind: 'none' | 'reset before' | 'reset after' | 'cut body' | 'slow body' | 'html' }
  | { kind: 'status'; status: number; retryAfterSeconds: number | undefined; isProcessed: boolean }

/** Creates a generator of numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

class FailurePlan {
  readonly random: () => number
  #rate: number

  constructor(seed: number) {
    this.random = createRandom(seed)
    this.#rate = 0.1 + this.random() * 0.4
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!
  }

  /** Lets all later requests succeed. */
  end(): void {
    this.#rate = 0
  }

  next(): PlannedFailure {
    if (this.random() >= this.#rate) return { kind: 'none' }
    const kind = this.pick([
      'reset before',
      'reset after',
      'cut body',
      'slow body',
      'html',
      'status',
      'status',
    ] as const)
    if (kind !== 'status') return { kind }
    const retryAfterSeconds = this.pick([undefined, undefined, 0, 1])
    return { kind, status: this.pick(STATUSES), retryAfterSeconds, isProcessed: this.random() < 0.5 }
  }
}

/** A proxy whose requests fail by a plan. Records requests that were repeated before their `Retry-After`. */
class PlannedProxy {
  readonly early: string[] = []
  readonly #plan: FailurePlan
  readonly #target: URL
  readonly #notBefore = new Map<string, number>()
  readonly #server = createServer((request, response) => {
    this.#pass(request.method!, request.url!, request.headers, request, response).catch(() => response.destroy())
  })

  constructor(plan: FailurePlan, serviceUrl: string) {
    this.#plan = plan
    this.#target = new URL(serviceUrl)
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#target.pathname}`
  }

  forgetWaits(): void {
    this.#notBefore.clear()
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #pass(
    method: string,
    url: string,
    headers: IncomingHttpHeaders,
    stream: NodeJS.ReadableStream,
    response: ServerResponse,
  ): Promise<void> {
    const body = await buffer(stream)
    // Clients sign in with the same method and path, so the e-mail distinguishes their waits.
    const key = `${method} ${url} ${String(headers['idempotency-key'] ?? '')} ${emailOf(url, body)}`
    const notBefore = this.#notBefore.get(key) ?? 0
    if (performance.now() < notBefore) this.early.push(key)
    const failure = this.#plan.next()
    if (failure.kind === 'reset before') return void response.destroy()
    if (failure.kind === 'status') {
      if (failure.isProcessed) await this.#forward(method, url, headers, body)
      return this.#reject(key, failure, response)
    }
    const received = await this.#forward(method, url, headers, body)
    if (failure.kind === 'reset after') return void response.destroy()
    if (failure.kind === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
    response.writeHead(received.status, received.headers)
    const half = received.body.subarray(0, received.body.length / 2)
    if (failure.kind === 'cut body') return void response.write(half, () => response.destroy())
    if (failure.kind === 'slow body') {
      response.write(half)
      await wait(SLOW_BODY_MS)
      return void response.end(received.body.subarray(half.length))
    }
    response.end(received.body)
  }

  #reject(key: string, failure: Extract<PlannedFailure, { kind: 'status' }>, response: ServerResponse): void {
    const { status, retryAfterSeconds } = failure
    if (retryAfterSeconds !== undefined) {
      response.setHeader('retry-after', String(retryAfterSeconds))
      // A call repeats a 401 with a new token, without this wait. Timers may fire a few milliseconds early.
      if (status !== 401) this.#notBefore.set(key, performance.now() + retryAfterSeconds * 1_000 - 5)
    }
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${status}</h1>`)
  }

  #forward(method: string, url: string, headers: IncomingHttpHeaders, body: Buffer) {
    const { hostname, port } = this.#target
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const forwarded = sendRequest({ host: hostname, port, method, path: url, headers }, (response) => {
        const read = buffer(response)
        read.then(
          (content) => resolve({ status: response.statusCode!, headers: response.headers, body: content }),
          reject,
        )
      })
      forwarded.once('error', reject)
      forwarded.end(body)
    })
  }
}

function emailOf(url: string, body: Buffer): string {
  if (!url.endsWith('/tokens')) return ''
  return (JSON.parse(body.toString()) as { email: string }).email
}

let service: RunningService
let direct: PartnerAccounts
let listed: string[]
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-plans-'))

beforeAll(async () => {
  service = await startService()
  direct = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials.demo })
  const testClient = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials.test, mode: 'test' })
  for (let count = 0; count < LISTED_ACCOUNTS; count += 1) await testClient.accounts.create(newAccount())
  listed = (await testClient.accounts.list().toArray()).map(({ _id }) => _id)
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
})

function newAccount(): CreateAccountBody {
  const body = sampleAccountBody()
  return { ...body, email: `${randomUUID()}@failures.example` }
}

const nameOf = (body: CreateAccountBody) => body.company_doc.name

/** Returns the ids of all accounts by name. `sampleAccountBody` gives each account another name. */
async function accountsByName(): Promise<Map<string, string[]>> {
  const byName = new Map<string, string[]>()
  for await (const { _id, name } of direct.accounts.list()) {
    const key = name ?? ''
    byName.set(key, [...(byName.get(key) ?? []), _id])
  }
  return byName
}

/**
 * Creates single accounts and rows of a batch and reads pages, all at the same time, while requests fail by the plan of
 * a seed. Returns the violated rules.
 */
async function runPlan(seed: number): Promise<string[]> {
  const plan = new FailurePlan(seed)
  const proxy = new PlannedProxy(plan, service.baseUrl)
  const baseUrl = await proxy.start()
  const violations: string[] = []
  const common = { baseUrl, maxRetries: plan.pick([0, 1, 3, 6]), timeoutMs: TIMEOUT_MS }
  try {
    const client = new PartnerAccounts({ ...common, ...service.credentials.demo })
    const reader = new PartnerAccounts({ ...common, ...service.credentials.test, mode: 'test' })
    const rows = Array.from({ length: ROWS }, newAccount)
    const journal = path.join(folder, `${seed}.jsonl`)
    const [violationsOfCalls] = await Promise.all([
      Promise.all([
        ...[undefined, undefined, randomUUID(), randomUUID()].map((key) => createOne(client, key)),
        readPages(reader),
      ]),
      // A failed row, or the failed run, is completed below.
      createRows(client, rows, journal).catch(() => {}),
    ])
    plan.end()
    // The next client is new, so it does not know the waits of the clients above.
    proxy.forgetWaits()
    const nextClient = new PartnerAccounts({ ...common, ...service.credentials.demo })
    await createRows(nextClient, rows, journal)
    violations.push(...violationsOfCalls.flat(), ...(await checkRows(rows, journal)))
    for (const key of proxy.early) violations.push(`repeated before Retry-After: ${key}`)
  } finally {
    await proxy.stop()
  }
  return violations.map((violation) => `seed ${seed}: ${violation}`)
}

async function createOne(client: PartnerAccounts, idempotencyKey: string | undefined): Promise<string[]> {
  const body = newAccount()
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  const outcome = await client.accounts.create(body, options).then(
    ({ _id }) => ({ _id, error: undefined }),
    (error: unknown) => ({ _id: undefined, error }),
  )
  // The service may still complete a request whose response was lost.
  await wait(200)
  const ids = (await accountsByName()).get(nameOf(body)) ?? []
  if (ids.length > 1) return [`${ids.length} accounts`]
  if (outcome._id !== undefined) return ids[0] === outcome._id ? [] : ['the created account does not exist']
  const { error } = outcome
  if (!(error instanceof PossiblyCreatedError))
    return ids.length === 0 ? [] : [`created, but failed with ${String(error)}`]
  if (idempotencyKey !== undefined && error.idempotencyKey !== idempotencyKey) return ['another idempotency key']
  const { _id } = await direct.accounts.create(body, { idempotencyKey: error.idempotencyKey })
  if (ids.length === 1 && ids[0] !== _id) return ['created again by its idempotency key']
  return []
}

async function readPages(reader: PartnerAccounts): Promise<string[]> {
  const ids: string[] = []
  try {
    for await (const { _id } of reader.accounts.list({ max_results: PAGE_SIZE })) ids.push(_id)
  } catch {
    // The call may fail, but what was read before has to be the beginning of the list.
    return ids.every((id, index) => id === listed[index]) ? [] : ['a page was skipped or repeated before the error']
  }
  return ids.join() === listed.join() ? [] : [`a page was skipped or repeated: ${ids.length} of ${listed.length}`]
}

async function createRows(client: PartnerAccounts, rows: CreateAccountBody[], journal: string): Promise<void> {
  for await (const result of createMany(client, rows, { journal, concurrency: 3 })) void result
}

async function checkRows(rows: CreateAccountBody[], journal: string): Promise<string[]> {
  const lines = readFileSync(journal, 'utf8').trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as JournalEntry)
  const journaled = new Set(entries.map(({ account }) => account?._id))
  const byName = await accountsByName()
  return rows.flatMap((row) => {
    const ids = byName.get(nameOf(row)) ?? []
    if (ids.length !== 1) return [`${ids.length} accounts of a row`]
    return journaled.has(ids[0]) ? [] : ['an account that the journal lacks']
  })
}

it(`${PLANS} random failure plans create no account twice, lose none and skip no page`, async () => {
  const seeds = Array.from({ length: PLANS }, (_, index) => FIRST_SEED + index)
  const violations: string[] = []
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) violations.push(...(await runPlan(seed)))
  }
  await Promise.all(Array.from({ length: PARALLEL_PLANS }, work))
  expect(violations).toEqual([])
}, 300_000)
