import { firstIdAt } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { createdWithin, escaped, following, hasWords, inOrder, toList } from './record-list.ts'

it.each([
  [undefined, []],
  ['Brasil Sul', [{ terms: { contains: 'brasil' } }, { terms: { contains: 'sul' } }]],
  ['sp', [{ terms: { contains: ' sp' } }]],
  ['!!', [{ id: { in: [] } }]],
])('hasWords(%j) requires every word, and short ones at the beginning of a word', (query, conditions) => {
  expect(hasWords(query)).toEqual(conditions)
})

it('createdWithin includes both times', () => {
  const from = new Date(1_000)
  const to = new Date(2_000)
  expect(createdWithin(from, to)).toEqual({ gte: firstIdAt(from), lt: firstIdAt(new Date(2_001)) })
  expect(createdWithin(undefined, undefined)).toEqual({})
})

it('lists continue after their cursor in either order, and read one record more than a page', () => {
  expect(inOrder({ limit: 2 })).toEqual({ orderBy: { id: 'desc' }, take: 3 })
  expect(inOrder({ limit: 2, order: 'oldest' })).toEqual({ orderBy: { id: 'asc' }, take: 3 })
  expect([following({ limit: 2 }), following({ limit: 2, cursor: 'c' })]).toEqual([{}, { lt: 'c' }])
  expect(following({ limit: 2, cursor: 'c', order: 'oldest' })).toEqual({ gt: 'c' })
})

it('toList counts the first page only, and only on request', async () => {
  const rows = ['1', '2', '3'].map((id) => ({ id }))
  const list = (page: { withTotal?: boolean; cursor?: string }) =>
    toList(
      rows,
      { limit: 2, ...page },
      () => Promise.resolve(7),
      ({ id }) => Number(id),
    )
  expect(await list({ withTotal: true })).toEqual({
    items: [1, 2],
    nextCursor: '2',
    total: { count: 7, isExact: true },
  })
  for (const page of [{}, { withTotal: true, cursor: '0' }])
    expect(await list(page)).toEqual({ items: [1, 2], nextCursor: '2' })
})

it('escaped texts match only themselves', () => {
  expect(escaped(String.raw`50%_a\b`)).toBe(String.raw`50\%\_a\\b`)
})
