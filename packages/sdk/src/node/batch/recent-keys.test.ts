import { expect, it } from 'vitest'
import { RecentKeys } from './recent-keys.ts'

it('remembers the row of each of the latest keys, and no more', () => {
  const keys = new RecentKeys(2)
  keys.add('a', 0)
  keys.add('b', 1)
  expect([keys.rowOf('a'), keys.rowOf('b'), keys.rowOf('c')]).toEqual([0, 1, undefined])
  keys.add('c', 2)
  expect([keys.rowOf('a'), keys.rowOf('b'), keys.rowOf('c')]).toEqual([undefined, 1, 2])
})
