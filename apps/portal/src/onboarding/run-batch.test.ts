import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from '../accounts/account-draft.ts'
import type { Failure } from '../service/failure.ts'
import { type BatchRow, newBatch } from './batch.ts'
import { runBatch, type RunOptions, type RunState } from './run-batch.ts'

/** What a service answers, one after the other; then that all is well. */
type Answer = Partial<Failure> | 'created'

describe('a run', () => {
  let answers: Answer[]
  let sent: string[]
  let waits: number[]
  let states: RunState['kind'][]
  let kept: BatchRow[]
  let abort: AbortController
  beforeEach(() => {
    answers = []
    sent = []
    waits = []
    states = []
    kept = []
    abort = new AbortController()
  })

  const run = async (rows: readonly BatchRow[], changes: Partial<RunOptions> = {}) =>
    runBatch(rows, {
      create: (row) => {
        sent.push(row.key)
        const answer = answers.shift() ?? 'created'
        if (answer !== 'created') return Promise.reject(Object.assign(new Error(), { failure: answer }))
        return Promise.resolve({ kind: 'created', id: 'a', apiToken: 'b', secret: 'c' })
      },
      failureOf: (error) => (error as { failure: Failure }).failure,
      rateUse: () => undefined,
      describe: () => 'no',
      keep: (row) => Promise.resolve(void kept.push(row)),
      onState: ({ kind }) => void states.push(kind),
      wait: (seconds) => Promise.resolve(void waits.push(seconds)),
      signal: abort.signal,
      ...changes,
    })
  const { rows } = newBatch('user', 'file.csv', [EMPTY_DRAFT, EMPTY_DRAFT, EMPTY_DRAFT])
  const keys = rows.map(({ key }) => key)

  it('sends each row under a key of its own, and keeps each answer', async () => {
    await run(rows)
    expect(new Set(sent).size).toBe(3)
    expect(kept.map(({ state }) => state.kind)).toEqual(['created', 'created', 'created'])
    expect(states.at(-1)).toBe('finished')
  })

  it('sends only what waits', async () => {
    const done = { kind: 'refused', reason: 'no' } as const
    await run(rows.map((row, index) => (index === 1 ? row : { ...row, state: done })))
    expect(sent).toEqual([keys[1]])
  })

  it.each([
    ['too many requests', { status: 429, retryAfterSeconds: 7 }, 7],
    ['the same under way', { status: 409, retryAfterSeconds: 1 }, 1],
    ['nobody there', { status: 0 }, 2],
    ['the service away', { status: 503, retryAfterSeconds: 5 }, 5],
  ])('sends a row again under the same key after waiting: %s', async (_, failure, seconds) => {
    answers = [failure]
    await run(rows)
    expect(sent).toEqual([keys[0], keys[0], keys[1], keys[2]])
    expect(waits).toEqual([seconds])
  })

  it('notes what is refused, and goes on', async () => {
    answers = ['created', { status: 422 }]
    await run(rows)
    expect(kept.map(({ state }) => state.kind)).toEqual(['created', 'refused', 'created'])
  })

  it.each([
    [{ status: 403 }, 1],
    [{ status: 500 }, 5],
  ])('stops where it makes no sense to go on: %o', async (failure, times) => {
    answers = Array.from({ length: 10 }, () => failure)
    await run(rows)
    expect(sent).toEqual(Array.from({ length: times }, () => keys[0]))
    expect(states.at(-1)).toBe('stopped')
    expect(kept).toEqual([])
  })

  it('leaves the last places of the limit to others', async () => {
    await run(rows, { rateUse: () => ({ remaining: 2, resetSeconds: 3 }) })
    expect(waits).toEqual([3, 3, 3])
    waits = []
    await run(rows, { rateUse: () => ({ remaining: 3, resetSeconds: 3 }) })
    expect(waits).toEqual([])
  })

  it('pauses between two rows', async () => {
    await run(rows, { keep: () => Promise.resolve(abort.abort()) })
    expect(sent).toEqual([keys[0]])
    expect(states.at(-1)).toBe('paused')
  })
})
