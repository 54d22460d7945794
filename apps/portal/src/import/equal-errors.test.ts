import { expect, it } from 'vitest'
import { EMPTY_DRAFT } from '../accounts/account-draft.ts'
import { groupErrors, pasteBlock, replaceIn } from './equal-errors.ts'
import type { ImportRow } from './use-import-rows.ts'

const rowOf = (line: number, employees: string, status: ImportRow['status'] = 'invalid'): ImportRow => ({
  row: {
    line,
    draft: { ...EMPTY_DRAFT, employees_quantity: employees },
    changes: {},
    damage: {},
    doubtful: [],
    exclusion: undefined,
    cells: [],
  },
  errors: status === 'invalid' ? { employees_quantity: 'wrong' } : {},
  repeats: undefined,
  status,
})

it('groupErrors groups rows with the same invalid text, the largest group first', () => {
  const rows = [rowOf(2, 'x'), rowOf(3, '10 a 20'), rowOf(4, 'x'), rowOf(7, '10 a 20'), rowOf(8, '10 a 20')]
  const ungrouped = [
    rowOf(5, 'x', 'excluded'),
    rowOf(6, '1', 'ready'),
    rowOf(9, 'once'),
    rowOf(10, ''),
    rowOf(11, ''),
    rowOf(12, ''),
    rowOf(13, ''),
  ]
  expect(groupErrors([...rows, ...ungrouped])).toEqual([
    { field: 'employees_quantity', text: '10 a 20', lines: [3, 7, 8] },
    { field: 'employees_quantity', text: 'x', lines: [2, 4] },
  ])
})

it('replaceIn finds text in upper and lower case, inserts exactly what is typed, and skips rows that are left out', () => {
  const rows = [rowOf(2, '12 FUNC.'), rowOf(3, '7 func.'), rowOf(4, '8 func.', 'excluded'), rowOf(5, '9')]
  expect(replaceIn(rows, 'employees_quantity', ' func.', '$&')).toEqual({
    2: { employees_quantity: '12$&' },
    3: { employees_quantity: '7$&' },
  })
  expect(replaceIn(rows, 'employees_quantity', '', 'x')).toEqual({})
})

it('pasteBlock fills rows and fields, ignores cells beyond them, and leaves a single value to the browser', () => {
  const fields = ['full_name', 'email'] as const
  expect(pasteBlock('Ana\ta@x\tno field\r\nRui\tr@x\r\nno row\r\n', [2, 5], fields)).toEqual({
    2: { full_name: 'Ana', email: 'a@x' },
    5: { full_name: 'Rui', email: 'r@x' },
  })
  expect(pasteBlock('Ana Souza\n', [2], fields)).toBeUndefined()
})
