import type { RejectedRequests } from '@partner-accounts/core'
import { pino } from 'pino'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openPartnerLimits } from '../../src/rate-limit/partner-limits.ts'
import { createRejectionLog } from '../../src/rate-limit/rejection-log.ts'

const INTERVAL_MS = 5

const messages: string[] = []
const logger = pino({}, { write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg) })
beforeEach(() => {
  messages.length = 0
})

const unavailable = () => Promise.reject(new Error('unavailable'))

it('limits of partners are read repeatedly, and a failure is logged once until they can be read again', async () => {
  let reads = 0
  let isDown = false
  const rateLimits = () => {
    reads += 1
    // The limit is the number of reads, so each read changes it.
    return isDown ? unavailable() : Promise.resolve(new Map([['a', { requests: reads, until: null }]]))
  }
  const untilRead = (count: number) => vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(count), 30_000)
  const limits = await openPartnerLimits({ rateLimits }, logger, INTERVAL_MS)
  onTestFinished(() => limits.close())
  expect([limits.limitOf('a'), limits.limitOf('b')]).toEqual([1, undefined])
  await untilRead(3)
  const limitBefore = limits.limitOf('a')!
  expect(limitBefore).toBeGreaterThan(1)
  for (const failures of [1, 2]) {
    isDown = true
    await untilRead(reads + 3)
    expect(messages).toEqual(Array(failures).fill('limits of partners not refreshed'))
    isDown = false
    await untilRead(reads + 2)
  }
  expect(limits.limitOf('a')).toBeGreaterThan(limitBefore)
})

it('limits of partners are not read after close', async () => {
  const rateLimits = vi.fn(() => Promise.resolve(new Map()))
  const limits = await openPartnerLimits({ rateLimits }, logger, INTERVAL_MS)
  limits.close()
  // Reads of other limits prove that several intervals have passed.
  const otherRateLimits = vi.fn(() => Promise.resolve(new Map()))
  const otherLimits = await openPartnerLimits({ rateLimits: otherRateLimits }, logger, INTERVAL_MS)
  onTestFinished(() => otherLimits.close())
  await vi.waitFor(() => expect(otherRateLimits.mock.calls.length).toBeGreaterThan(3), 30_000)
  expect(rateLimits).toHaveBeenCalledTimes(1)
})

/** Returns a log of rejections, and the batches that it has written. */
function openLog(writeIntervalMs?: number) {
  const written: (readonly RejectedRequests[])[] = []
  const add = vi.fn((rejected: readonly RejectedRequests[]) => {
    written.push(rejected)
    return Promise.resolve()
  })
  const log = createRejectionLog({
    store: { add },
    logger,
    ...(writeIntervalMs !== undefined && { writeIntervalMs }),
  })
  return { log, written, add }
}

it('rejected requests are written per partner and minute, by default at the latest after five seconds', async () => {
  const minute = new Date('2026-11-21T12:00:00Z')
  vi.useFakeTimers({ now: minute.getTime() + 58_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { log, written } = openLog()
  for (const partnerId of ['a', 'b', 'a']) log.count(partnerId)
  await vi.advanceTimersByTimeAsync(2_000)
  log.count('a')
  await vi.advanceTimersByTimeAsync(2_999)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([
    [
      { partnerId: 'a', minute, requests: 2 },
      { partnerId: 'b', minute, requests: 1 },
      { partnerId: 'a', minute: new Date('2026-11-21T12:01:00Z'), requests: 1 },
    ],
  ])
  await log.close()
  expect(written).toHaveLength(1)
})

it('rejected requests that cannot be written wait for the next write, together with later ones', async () => {
  const { log, written, add } = openLog(INTERVAL_MS)
  add.mockImplementationOnce(unavailable)
  log.count('a')
  await vi.waitFor(() => expect(messages).toEqual(['rejected requests not recorded, trying again']), 30_000)
  log.count('a')
  await log.close()
  expect(written.flat().reduce((sum, { requests }) => sum + requests, 0)).toBe(2)
})

it('rejected requests of more partners and minutes than fit in memory are dropped', async () => {
  const { log, written } = openLog()
  for (let index = 0; index < 50_001; index++) log.count(`partner ${index}`)
  log.count('partner 0')
  await log.close()
  expect(written[0]).toHaveLength(50_000)
  expect(written[0]![0]).toMatchObject({ partnerId: 'partner 0', requests: 2 })
})
