import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStoreHealth } from './store-health.ts'

const failure = () => Promise.reject(new Error('LOADING the dataset'))

/** A store that is down until `repair` is called. */
function openStore() {
  let isDown = false
  const changes: boolean[] = []
  const logged: string[] = []
  const health = createStoreHealth({
    probe: () => (isDown ? failure() : Promise.resolve('probed')),
    logger: pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
    onChange: (isDegraded) => changes.push(isDegraded),
  })
  return {
    health,
    changes,
    logged,
    fail: () => {
      isDown = true
    },
    repair: () => {
      isDown = false
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls the shared store while it responds', async () => {
  const { health, changes } = openStore()
  expect(await health.attempt(() => Promise.resolve('counted'))).toBe('counted')
  expect([health.isDegraded(), changes]).toEqual([false, []])
})

it('does not call the shared store after a failure, until a probe succeeds', async () => {
  const { health, changes, logged, fail, repair } = openStore()
  fail()
  expect(await health.attempt(failure)).toBeUndefined()
  const call = vi.fn(() => Promise.resolve('counted'))
  expect(await health.attempt(call)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([health.isDegraded(), call.mock.calls.length]).toEqual([true, 0])
  repair()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await health.attempt(call)).toBe('counted')
  expect(changes).toEqual([true, false])
  expect(logged).toEqual([
    'the shared store of rate limits is unavailable: this process counts for itself',
    'the shared store of rate limits is back: limits are shared again',
  ])
})

it('does not probe after it was closed', async () => {
  const { health, changes, fail, repair } = openStore()
  fail()
  await health.attempt(failure)
  health.close()
  repair()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(changes).toEqual([true])
})
