import { setImmediate as nextIteration } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { WorkBudget } from '../http/api-context.ts'
import { Batch } from './batch.ts'

const MIB = 1024 * 1024
const kindsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : (outcome.reason as { kind: string }).kind))

describe('Batch', () => {
  it('runs four calls at a time', async () => {
    const batch = new Batch(new WorkBudget())
    let running = 0
    let maxRunning = 0
    const call = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await nextIteration()
      running -= 1
      return { ok: true, data: null } as const
    }
    await Promise.all(Array.from({ length: 60 }, () => batch.run(call)))
    expect(maxRunning).toBe(4)
  })

  it('rejects further calls once the responses exceed 4 MiB together', async () => {
    const batch = new Batch(new WorkBudget())
    const call = () => Promise.resolve({ ok: true, data: { text: 'x'.repeat(MIB) } } as const)
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => batch.run(call)))
    expect(kindsOf(outcomes)).toEqual([...Array(4).fill('ok'), ...Array(8).fill('batch-response-too-large')])
  })

  it('begins no call after the time of the request is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const batch = new Batch(new WorkBudget())
    let begun = 0
    const call = () => {
      begun += 1
      return new Promise<{ ok: true }>((resolve) => setTimeout(() => resolve({ ok: true }), 60_000))
    }
    const calls = Promise.allSettled(Array.from({ length: 10 }, () => batch.run(call)))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kindsOf(await calls)).toEqual(Array(10).fill('storage-unavailable'))
    await vi.advanceTimersByTimeAsync(60_000)
    // Only the four calls that run at a time had begun before.
    expect(begun).toBe(4)
    vi.useRealTimers()
  })
})
