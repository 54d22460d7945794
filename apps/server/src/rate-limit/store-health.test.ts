import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStoreHealth, StoreSettingError } from './store-health.ts'

const failure = () => Promise.reject(new Error('LOADING the dataset'))

/** A store that works until `fail` is called, and again after `repair`. */
function openStore() {
  let isDown = false
  const changes: boolean[] = []
  const logged: string[] = []
  const reasons: unknown[] = []
  const health = createStoreHealth({
    probe: () => (isDown ? failure() : Promise.resolve('probed')),
    logger: pino(
      {},
      {
        write(line: string) {
          const { msg, reason } = JSON.parse(line) as { msg: string; reason?: string }
          logged.push(msg)
          reasons.push(reason)
        },
      },
    ),
    onChange: (isDegraded) => changes.push(isDegraded),
  })
  return {
    health,
    changes,
    logged,
    reasons,
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

it('starts with the shared store, or without it if it is unavailable', async () => {
  const reachable = openStore()
  await reachable.health.start()
  expect(reachable.logged).toEqual(['rate limits are shared with other instances'])
  const unreachable = openStore()
  unreachable.fail()
  await unreachable.health.start()
  expect([unreachable.health.isDegraded(), unreachable.logged.length]).toEqual([true, 1])
  unreachable.health.close()
})

it('reports only the first of several concurrent failures, and none after it was closed', async () => {
  const { health, changes, logged } = openStore()
  await Promise.all([health.attempt(failure), health.attempt(failure)])
  expect([changes, logged.length]).toEqual([[true], 1])
  health.close()
  const closed = openStore()
  closed.health.close()
  expect(await closed.health.attempt(failure)).toBeUndefined()
  expect([closed.health.isDegraded(), closed.logged]).toEqual([false, []])
})

it('does not use the store again if it is closed during a probe', async () => {
  let respond = () => {}
  const changes: boolean[] = []
  const probe = () =>
    new Promise<void>((resolve) => {
      respond = resolve
    })
  const health = createStoreHealth({
    probe,
    logger: pino({ level: 'silent' }),
    onChange: (isDegraded) => changes.push(isDegraded),
  })
  await health.attempt(failure)
  await vi.advanceTimersByTimeAsync(1_000)
  health.close()
  respond()
  await vi.advanceTimersByTimeAsync(0)
  expect(changes).toEqual([true])
})

it.each<[string, unknown, string]>([
  ["Redis's code without its message", new Error('WRONGPASS invalid username'), 'WRONGPASS'],
  ["Upstash's rejection", new Error('Unauthorized: secret token'), 'Unauthorized'],
  ['the code of a connection error', Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['the code of the cause', new Error('ERR secret', { cause: new Error('OOM secret') }), 'OOM'],
  ['the name of any other error', new TypeError('secret'), 'TypeError'],
  ['what to correct in the settings', new StoreSettingError('correct REDIS_SENTINEL'), 'correct REDIS_SENTINEL'],
  ['that the reason is unknown', 'secret', 'unknown'],
])('logs why the store is unavailable: %s', async (_what, error, expected) => {
  const { health, reasons } = openStore()
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- libraries may throw anything
  await health.attempt(() => Promise.reject(error))
  expect(reasons).toEqual([expected])
  health.close()
})
