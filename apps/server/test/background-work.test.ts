import { expect, it, onTestFinished, vi } from 'vitest'
import { startPeriodCounter } from '../src/background/period-counter.ts'
import { repeat } from '../src/background/repeat.ts'
import { startRetention } from '../src/background/retention-worker.ts'
import { captureLog } from './mail/log-capture.ts'

const PERIODS = { mailDays: 90, rejectionDays: 30 }
const NOT_RESEALED = { mails: 2, second_factors: 0, webhook_endpoints: 1 }
/** A query that rejects, as an unavailable database does. */
const unavailable = () => Promise.reject(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }))

/**
 * Starts the deletion of expired rows.
 *
 * @param batches the result of each batch: the number of deleted mails, or a query that rejects
 */
function startDeleting(...batches: (number | typeof unavailable)[]) {
  const { logger, lines } = captureLog()
  const calls: unknown[] = []
  const stop = startRetention({
    database: {
      deleteExpired: (periods, limit) => {
        calls.push([periods, limit])
        const batch = batches.shift() ?? 0
        return typeof batch === 'number' ? Promise.resolve({ mails: batch, sessions: 1 }) : batch()
      },
      reseal: () => Promise.resolve(NOT_RESEALED),
    },
    periods: PERIODS,
    logger,
    onDeleted: (table, rows) => calls.push([table, rows]),
    onAllDeleted: () => calls.push('all deleted'),
    onResealed: (counts) => calls.push(counts),
  })
  onTestFinished(() => stop())
  return { calls, lines, stop, untilCalled: (last: unknown) => expect.poll(() => calls.at(-1)).toEqual(last) }
}

it('expired rows are deleted in batches of 1,000 until a batch is smaller, and then values are sealed again', async () => {
  const { calls, lines, untilCalled } = startDeleting(1_000, 999)
  await untilCalled(NOT_RESEALED)
  const batch = (rows: number) => [
    [PERIODS, 1_000],
    ['mails', rows],
    ['sessions', 1],
  ]
  expect(calls).toEqual([...batch(1_000), ...batch(999), 'all deleted', NOT_RESEALED])
  expect(lines).toEqual([])
})

it('a deletion that fails is logged with its code, and values are sealed again nevertheless', async () => {
  const { calls, lines, untilCalled } = startDeleting(unavailable)
  await untilCalled(NOT_RESEALED)
  expect(calls).toEqual([[PERIODS, 1_000], NOT_RESEALED])
  expect(lines).toEqual([{ level: 40, reason: 'ECONNREFUSED', msg: 'expired rows not deleted' }])
})

it('no further batch is deleted after the stop', async () => {
  const { calls, stop } = startDeleting(1_000, 1_000, 1_000)
  await stop()
  expect(calls.filter((call) => Array.isArray(call) && call[0] === PERIODS)).toHaveLength(1)
  expect(calls).not.toContain('all deleted')
})

it('values that cannot be sealed again are logged', async () => {
  const { logger, lines } = captureLog()
  const ignore = () => undefined
  const database = { deleteExpired: () => Promise.resolve({}), reseal: unavailable }
  const callbacks = { onDeleted: ignore, onAllDeleted: ignore, onResealed: ignore }
  const stop = startRetention({ database, periods: PERIODS, logger, ...callbacks })
  await expect.poll(() => lines).toEqual([{ level: 40, reason: 'ECONNREFUSED', msg: 'sealed values not sealed again' }])
  await stop()
})

it('accounts of finished periods are counted at the start, a failure is logged, and a stop aborts the signal', async () => {
  const { logger, lines } = captureLog()
  const storeFinishedPeriods = vi.fn<(signal: AbortSignal) => Promise<never>>(unavailable)
  const stop = startPeriodCounter({ storeFinishedPeriods }, logger)
  await expect.poll(() => lines).toEqual([{ level: 40, reason: 'ECONNREFUSED', msg: 'created accounts not counted' }])
  const [signal] = storeFinishedPeriods.mock.calls[0]!
  expect(signal.aborted).toBe(false)
  await stop()
  expect(signal.aborted).toBe(true)
  expect(storeFinishedPeriods).toHaveBeenCalledTimes(1)
})

it('repeated work pauses after each run', async () => {
  const startedAt: number[] = []
  const work = () => {
    startedAt.push(performance.now())
    return Promise.resolve()
  }
  const stop = repeat(work, 20)
  await expect.poll(() => startedAt.length).toBeGreaterThanOrEqual(3)
  await stop()
  for (let run = 1; run < startedAt.length; run += 1) {
    // Timers may fire a little early.
    expect(startedAt[run]! - startedAt[run - 1]!).toBeGreaterThanOrEqual(19)
  }
})

it('repeated work stops without waiting for the pause', async () => {
  const work = vi.fn(() => Promise.resolve())
  await repeat(work, 3_600_000)()
  expect(work).toHaveBeenCalledTimes(1)
})
