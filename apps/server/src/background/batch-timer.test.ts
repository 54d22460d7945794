import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BatchTimer } from './batch-timer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('writes once for all calls of start within the delay', async () => {
  const write = vi.fn(() => Promise.resolve())
  const timer = new BatchTimer(write, 100)
  timer.start()
  timer.start()
  await vi.advanceTimersByTimeAsync(100)
  expect(write).toHaveBeenCalledOnce()
})

it('writes when it is closed, and not again, even if the write restarts it', async () => {
  const write = vi.fn(() => {
    timer.start()
    return Promise.resolve()
  })
  const timer = new BatchTimer(write, 100)
  timer.start()
  await timer.close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(write).toHaveBeenCalledOnce()
})
