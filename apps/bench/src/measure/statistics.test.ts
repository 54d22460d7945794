import { expect, it } from 'vitest'
import { sumIfComplete } from './statistics.ts'

it.each([
  [[1, 2.5], 3.5],
  [[1, undefined], undefined],
  [[undefined, 1], undefined],
  [[], undefined],
])('sumIfComplete of %j returns %s', (values, sum) => {
  expect(sumIfComplete(values)).toBe(sum)
})
