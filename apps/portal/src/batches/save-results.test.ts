import { expect, it } from 'vitest'
import { EMPTY_DRAFT } from '../accounts/account-draft.ts'
import { tableOfResults } from './save-results.ts'

it('tableOfResults replaces the row number, result and reason of an imported file of results', () => {
  const original = [
    ['row', '7'],
    ['result', 'rejected'],
    ['reason', 'Must have 8 digits.'],
    ['City code', '11'],
  ] as const
  const row = { line: 2, draft: EMPTY_DRAFT, original, state: { kind: 'existing', id: 'a1' } } as const
  const { columns, cells } = tableOfResults([row], 'en')
  expect(columns).toEqual([...new Set(columns)])
  expect(columns.at(-1)).toBe('City code')
  expect(cells).toMatchObject([
    { row: 2, result: 'already existed', reason: '', 'account id': 'a1', 'City code': '11' },
  ])
})
