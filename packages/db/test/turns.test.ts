import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Turns } from '../src/driver/turns.ts'

const WITHIN_MS = 2_000

describe('work that takes turns', () => {
  let turns: Turns
  let begun: string[]
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    turns = new Turns(2, WITHIN_MS)
    begun = []
  })
  afterEach(() => void vi.useRealTimers())

  /** Work that ends when it is told to, well or not. */
  function begin(name: string, label: string) {
    let end = () => {}
    let fail = () => {}
    const ended = new Promise<void>((resolve, reject) => {
      end = resolve
      fail = () => reject(new Error(label))
    })
    const work = (startBy: number) => {
      begun.push(label)
      return ended.then(() => startBy)
    }
    const done = turns.take(name, work)
    done.catch(() => undefined)
    return { done, end, fail }
  }

  it('goes on so many at a time and in order, whether what goes before ends well or not', async () => {
    const [first, second] = ['1', '2', '3', '4'].map((label) => begin('a', label))
    await tick()
    expect(begun).toEqual(['1', '2'])
    second!.fail()
    await expect(second!.done).rejects.toThrow('2')
    expect(begun).toEqual(['1', '2', '3'])
    first!.end()
    await first!.done
    expect(begun).toEqual(['1', '2', '3', '4'])
  })

  it('waits for none of another name', async () => {
    for (const label of ['1', '2', '3']) begin('a', label)
    begin('b', 'other')
    await tick()
    expect(begun).toEqual(['1', '2', 'other'])
  })

  it('that waits too long is not done; those behind it are not passed over', async () => {
    const [first, , third] = ['1', '2', '3'].map((label) => begin('a', label))
    vi.advanceTimersByTime(WITHIN_MS - 1)
    const fourth = begin('a', '4')
    vi.advanceTimersByTime(1)
    await expect(third!.done).rejects.toMatchObject({ kind: 'storage-unavailable' })
    first!.end()
    await first!.done
    expect(begun).toEqual(['1', '2', '4'])
    fourth.end()
    // Its time began when it asked for its turn.
    expect(await fourth.done).toBe(performance.now() - 1 + WITHIN_MS)
  })

  it('is forgotten once it has ended', async () => {
    const works = ['1', '2', '3'].map((label) => begin('a', label))
    expect(turns.names).toBe(1)
    for (const { end } of works) end()
    for (const { done } of works) await done
    expect(turns.names).toBe(0)
  })
})
