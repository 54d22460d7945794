import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from '../accounts/account-draft.ts'
import type { Failure } from '@partner-accounts/ui/failure'
import { type BatchRow, lateRows, newBatch } from './batch.ts'
import { runBatch, type RunOptions, type RunState } from './run-batch.ts'

type Response = Partial<Failure> | 'created' | 'existing'

const { rows } = newBatch(
  'user',
  { id: 'import', fileName: 'file.csv' },
  [2, 3, 4].map((line) => ({ line, original: [], draft: EMPTY_DRAFT })),
)
const keys = rows.map(({ key }) => key)
const RATE_USE = { limit: 60, windowSeconds: 60, remaining: 59, resetSeconds: 1 }
/** 45 requests a minute: three quarters of the limit. */
const SECONDS_PER_ROW = 4 / 3

const NO_RESPONSE: Failure = {
  status: 0,
  name: undefined,
  fields: undefined,
  uiMessage: undefined,
  retryAfterSeconds: undefined,
}

describe('runBatch', () => {
  /** Responses to the next requests. The service responds to further requests with 'created'. */
  let responses: Response[]
  let requests: { key: string; atSeconds: number }[]
  let states: RunState['kind'][]
  /** By idempotency key. */
  let stored: Map<string, BatchRow['state']>
  /** Milliseconds. */
  let clock: number
  let controller: AbortController
  beforeEach(() => {
    responses = []
    requests = []
    states = []
    stored = new Map()
    clock = 0
    controller = new AbortController()
  })

  const run = (batch: readonly BatchRow[], changes: Partial<RunOptions> = {}) =>
    runBatch(batch, {
      create: ({ key }) => {
        requests.push({ key, atSeconds: clock / 1000 })
        const response = responses.shift() ?? 'created'
        if (response === 'created') return Promise.resolve({ kind: 'created', id: 'a', apiToken: 'b', secret: 'c' })
        if (response === 'existing') return Promise.resolve({ kind: 'existing', id: 'a' })
        return Promise.reject(Object.assign(new Error(), { failure: response }))
      },
      failureOf: (error) => (error as { failure: Failure }).failure,
      rateUse: () => RATE_USE,
      describe: () => 'no',
      storeRow(row) {
        stored.set(row.key, row.state)
        return Promise.resolve()
      },
      onState: ({ kind }) => void states.push(kind),
      wait: (seconds) => {
        clock += seconds * 1000
        return Promise.resolve()
      },
      now: () => clock,
      signal: controller.signal,
      ...changes,
    })
  const sentKeys = () => requests.map(({ key }) => key)
  /** Seconds between requests. */
  const gaps = () => requests.slice(1).map(({ atSeconds }, index) => atSeconds - (requests[index]?.atSeconds ?? 0))
  const outcomes = () => [...stored.values()].map(({ kind }) => kind)

  it('sends each row under its own idempotency key and stores each outcome', async () => {
    responses = ['created', 'existing']
    await run(rows)
    expect(sentKeys()).toEqual(keys)
    expect(outcomes()).toEqual(['created', 'existing', 'created'])
    expect(states.at(-1)).toBe('finished')
  })

  it('sends only waiting rows', async () => {
    const done = { kind: 'rejected', reason: 'no' } as const
    await run(rows.map((row, index) => (index === 1 ? row : { ...row, state: done })))
    expect(sentKeys()).toEqual([keys[1]])
  })

  it('spreads requests evenly over three quarters of the configured limit', async () => {
    await run(rows)
    expect(gaps()).toEqual([SECONDS_PER_ROW, SECONDS_PER_ROW])
    requests = []
    await run(rows, { rateUse: () => ({ ...RATE_USE, limit: 12, windowSeconds: 3 }) })
    expect(gaps().map((gap) => gap.toFixed(3))).toEqual(['0.333', '0.333'])
  })

  it('waits for the reset when other pages have used most of the limit', async () => {
    await run(rows, { rateUse: () => ({ ...RATE_USE, remaining: 2, resetSeconds: 3 }) })
    expect(gaps()).toEqual([3, 3])
    expect(states).toContain('limited')
  })

  it.each([
    ['429', { status: 429, retryAfterSeconds: 7 }, 7],
    ['409 while the same creation is in flight', { status: 409, retryAfterSeconds: 2 }, 2],
    ['no response, with the shortest delay', { status: 0 }, 2],
    ['503', { status: 503, retryAfterSeconds: 5 }, 5],
  ])('retries a row under the same key after waiting: %s', async (_, failure, seconds) => {
    responses = [failure]
    await run(rows)
    expect(sentKeys()).toEqual([keys[0], keys[0], keys[1], keys[2]])
    expect(gaps()[0]).toBe(seconds)
  })

  it.each([502, 503, 504])('waits for a service that returns %i, however long it takes', async (status) => {
    responses = Array.from({ length: 40 }, () => ({ status }))
    await run(rows)
    expect(outcomes()).toEqual(['created', 'created', 'created'])
  })

  it('survives a 500 after an outage, because unavailable times do not count as server errors', async () => {
    responses = [...Array.from({ length: 10 }, () => ({ status: 503 })), { status: 500 }]
    await run(rows)
    expect(outcomes()).toEqual(['created', 'created', 'created'])
  })

  it('stores a rejection and continues', async () => {
    responses = ['created', { status: 422 }]
    await run(rows)
    expect(outcomes()).toEqual(['created', 'rejected', 'created'])
  })

  it.each([
    [{ status: 403 }, 1],
    [{ status: 500 }, 5],
  ])('stops when every response is %o, after request %i, and leaves the row waiting', async (failure, requestCount) => {
    responses = Array.from({ length: 10 }, () => failure)
    await run(rows)
    expect(sentKeys()).toEqual(Array.from({ length: requestCount }, () => keys[0]))
    expect(states.at(-1)).toBe('stopped')
    expect(outcomes()).toEqual(['waiting'])
  })

  it('rejects if an outcome cannot be stored, instead of sending the row again', async () => {
    const storeRow = ({ state }: BatchRow) =>
      state.kind === 'waiting' ? Promise.resolve() : Promise.reject(new Error('No space left'))
    await expect(run(rows, { storeRow })).rejects.toThrow('No space left')
    expect(sentKeys()).toEqual([keys[0]])
  })

  /** A user pauses during the first request, whose response is lost. */
  const runUntilPaused = () =>
    run(rows, {
      create() {
        controller.abort()
        return Promise.reject(new Error('no response'))
      },
      failureOf: () => NO_RESPONSE,
    })

  it('pauses after a request whose response is lost, and leaves its row waiting', async () => {
    await runUntilPaused()
    expect(states.at(-1)).toBe('paused')
    expect(outcomes()).toEqual(['waiting'])
  })

  it('stores when a row was first sent, so that a lost response is known to be late after a day', async () => {
    await runUntilPaused()
    const lost = rows.map((row) => ({ ...row, state: stored.get(row.key) ?? row.state }))
    const day = 24 * 3600 * 1000
    expect(lateRows(lost, day)).toEqual([])
    expect(lateRows(lost, day + 1).map(({ key }) => key)).toEqual([keys[0]])
  })
})
