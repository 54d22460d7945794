import { expect, it } from 'vitest'
import { originalOf, tableOfFaultyRows } from './save-rows.ts'

it('originalOf numbers repeated and empty headings, so that each cell has a unique heading', () => {
  const headings = ['E-mail', 'E-mail', 'E-mail (2)', '']
  expect(originalOf(headings, ['a', 'b', 'c', 'd'])).toEqual([
    ['E-mail', 'a'],
    ['E-mail (2)', 'b'],
    ['E-mail (2) (2)', 'c'],
    ['(4)', 'd'],
  ])
})

it('tableOfFaultyRows replaces the row numbers and reasons of a file that it wrote before', () => {
  const first = tableOfFaultyRows([{ line: 7, reason: 'Must have 8 digits.', original: [['CEP', '123']] }], 'en')
  expect(first).toEqual({
    columns: ['Row', 'What to correct', 'CEP'],
    cells: [{ Row: 7, 'What to correct': 'Must have 8 digits.', CEP: '123' }],
  })
  const original = originalOf(first.columns, ['7', 'Must have 8 digits.', ''])
  expect(tableOfFaultyRows([{ line: 2, reason: 'Required.', original }], 'en')).toEqual({
    columns: ['Row', 'What to correct', 'CEP'],
    cells: [{ Row: 2, 'What to correct': 'Required.', CEP: '' }],
  })
})
