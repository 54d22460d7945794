import { describe, expect, it } from 'vitest'
import { claimedRows, forEachGroup, laterStart, throwFirst } from './claims.ts'

const drawStarts = (candidates: number, limit: number) =>
  Array.from({ length: 500 }, () => laterStart(candidates, limit))

it('laterStart returns any position after the first `limit` candidates that at least `limit` candidates follow', () => {
  const starts = drawStarts(40, 10)
  expect(Math.min(...starts)).toBe(10)
  expect(Math.max(...starts)).toBe(29)
})

it('laterStart returns the position after the first `limit` candidates if fewer than `limit` follow', () => {
  expect(new Set(drawStarts(15, 10))).toEqual(new Set([10]))
})

describe('forEachGroup', () => {
  const items = ['a', 'b', 'a', 'c', 'd', 'e'].map((partnerId, id) => ({ partnerId, id }))

  it('calls work once with all items and partners', async () => {
    expect(await forEachGroup(items, false, (group) => Promise.resolve(group))).toEqual([
      { status: 'fulfilled', value: { partnerIds: ['a', 'b', 'c', 'd', 'e'], items } },
    ])
    expect(await forEachGroup([], false, () => Promise.reject(new Error('not called')))).toEqual([])
  })

  it('calls work for each partner on Citus, four at a time, and reports the errors of some', async () => {
    let running = 0
    let maxRunning = 0
    const settled = await forEachGroup(items, true, async ({ partnerIds, items: own }) => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await Promise.resolve()
      running -= 1
      if (partnerIds[0] === 'c') throw new Error('failed')
      return `${partnerIds.join()} ${own.map(({ id }) => id).join()}`
    })
    expect(maxRunning).toBe(4)
    expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : result.status))).toEqual([
      'a 0,2',
      'b 1',
      'rejected',
      'd 4',
      'e 5',
    ])
  })
})

describe('claimedRows', () => {
  const error = new Error('failed')
  const rejected: PromiseSettledResult<{ id: string }[]> = { status: 'rejected', reason: error }
  const fulfilled = (...ids: string[]): PromiseSettledResult<{ id: string }[]> => ({
    status: 'fulfilled',
    value: ids.map((id) => ({ id })),
  })
  const candidates = ['1', '2', '3'].map((id) => ({ id }))

  it('returns the rows of all groups in the order of their candidates, although a group failed', () => {
    expect(claimedRows([fulfilled('3', '1'), rejected], candidates)).toEqual([{ id: '1' }, { id: '3' }])
  })

  it('throws the error of a group if no row was claimed', () => {
    expect(() => claimedRows([fulfilled(), rejected], candidates)).toThrow(error)
    expect(claimedRows([fulfilled()], candidates)).toEqual([])
  })

  it('throwFirst throws the first error, if there is one', () => {
    expect(() => throwFirst([fulfilled('1'), rejected])).toThrow(error)
    throwFirst([fulfilled('1')])
  })
})
