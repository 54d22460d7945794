import { expect, it } from 'vitest'
import { toCappedCount, MAX_COUNT, toRecordPage } from './record-page.ts'

const RECORDS = [{ id: 'c' }, { id: 'b' }, { id: 'a' }]

it.each([
  ['fewer records than a page has', 4, RECORDS, null],
  ['as many records as a page has', 3, RECORDS, null],
  ['one more record than a page has', 2, RECORDS.slice(0, 2), 'b'],
])(
  'toRecordPage of %s returns those of the page, and a cursor if there are more',
  (_case, limit, items, nextCursor) => {
    expect(toRecordPage(RECORDS, limit)).toEqual({ items, nextCursor })
  },
)

it.each([
  [MAX_COUNT, { count: MAX_COUNT, isExact: true }],
  [MAX_COUNT + 1, { count: MAX_COUNT, isExact: false }],
])('toCappedCount of %i returns %j', (count, expected) => {
  expect(toCappedCount(count)).toEqual(expected)
})
