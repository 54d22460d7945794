import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KeyedSemaphore } from '../src/driver/keyed-semaphore.ts'

const TIMEOUT_MS = 2_000

describe('KeyedSemaphore', () => {
  let semaphore: KeyedSemaphore
  let started: string[]
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    semaphore = new KeyedSemaphore(2, TIMEOUT_MS)
    started = []
  })
  afterEach(() => void vi.useRealTimers())

  /** Starts work, and returns functions that end it or let it fail. */
  function start(key: string, label: string) {
    let end = () => {}
    let fail = () => {}
    const ended = new Promise<void>((resolve, reject) => {
      end = resolve
      fail = () => reject(new Error(label))
    })
    const done = semaphore.acquire(key).then((release) => {
      started.push(label)
      return ended.finally(release)
    })
    done.catch(() => undefined)
    return { done, end, fail }
  }

  it('runs up to its limit concurrently and in order, whether earlier work succeeds or fails', async () => {
    const [first, second] = ['1', '2', '3', '4'].map((label) => start('a', label))
    await tick()
    expect(started).toEqual(['1', '2'])
    second!.fail()
    await expect(second!.done).rejects.toThrow('2')
    expect(started).toEqual(['1', '2', '3'])
    first!.end()
    await first!.done
    expect(started).toEqual(['1', '2', '3', '4'])
  })

  it('runs work of different keys independently', async () => {
    for (const label of ['1', '2', '3']) start('a', label)
    start('b', 'other')
    await tick()
    expect(started).toEqual(['1', '2', 'other'])
  })

  it('rejects work whose wait times out, and then runs the next in the queue', async () => {
    const [first, , third] = ['1', '2', '3'].map((label) => start('a', label))
    vi.advanceTimersByTime(TIMEOUT_MS - 1)
    const fourth = start('a', '4')
    vi.advanceTimersByTime(1)
    await expect(third!.done).rejects.toMatchObject({ kind: 'storage-unavailable' })
    first!.end()
    await first!.done
    expect(started).toEqual(['1', '2', '4'])
    fourth.end()
    await fourth.done
  })

  it('counts the work that is still running after other work of the key has ended', async () => {
    const [first] = ['1', '2'].map((label) => start('a', label))
    await tick()
    first!.end()
    await first!.done
    for (const label of ['3', '4']) start('a', label)
    await tick()
    expect(started).toEqual(['1', '2', '3'])
  })

  it('removes a key once its work has ended', async () => {
    const works = ['1', '2', '3'].map((label) => start('a', label))
    expect(semaphore.size).toBe(1)
    for (const { end } of works) end()
    for (const { done } of works) await done
    expect(semaphore.size).toBe(0)
  })
})
