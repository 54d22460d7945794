import { expect, it, vi } from 'vitest'
import { accountBody, newClient } from './scripted-api.ts'
import { SimulatedService } from './simulated-service.ts'

const BODY = accountBody()
const MAX_SHARE = 0.1

/**
 * Returns the share of the work's CPU time in its longest block. A block's time is CPU time, because the wall clock also
 * measures other processes, and at most wall time: threads collect garbage.
 */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const begun = process.cpuUsage()
  let used = begun
  let startedAt = performance.now()
  let isDone = false
  const measure = () => {
    const { user, system } = process.cpuUsage(used)
    longest = Math.max(longest, Math.min((user + system) / 1_000, performance.now() - startedAt))
    used = process.cpuUsage()
    startedAt = performance.now()
    if (!isDone) setImmediate(measure)
  }
  setImmediate(measure)
  await work()
  isDone = true
  const { user, system } = process.cpuUsage(begun)
  return longest / ((user + system) / 1_000)
}

// Other processes also cost CPU time, by emptying caches. The report shows each retry.
it.each([
  ['aborted', undefined],
  ['timed out', 2_000],
])(
  'ten thousand concurrent calls block the event loop for at most a tenth of their CPU time while they wait and when they are %s',
  { retry: 3 },
  async (how, timeoutMs) => {
    const share = await longestBlock(async () => {
      const service = new SimulatedService()
      const client = newClient({ fetch: service.fetch, timeoutMs })
      const controller = new AbortController()
      const calls = Array.from({ length: 10_000 }, () => client.accounts.create(BODY, { signal: controller.signal }))
      const settled = Promise.allSettled(calls)
      if (!timeoutMs) {
        await vi.waitFor(() => expect(service.served).toBe(60), 30_000)
        controller.abort()
      }
      await settled
    })
    console.info(`10,000 concurrent calls, ${how}, block for at most ${(share * 100).toFixed()} % of their CPU time`)
    expect(share).toBeLessThanOrEqual(MAX_SHARE)
  },
)
