import { expect, it } from 'vitest'
import { laterStart } from './claims.ts'

const draw = (candidates: number, limit: number) => Array.from({ length: 500 }, () => laterStart(candidates, limit))

it('a second claim starts anywhere after the first `limit` candidates, where a whole claim follows', () => {
  const starts = draw(40, 10)
  expect(Math.min(...starts)).toBe(10)
  expect(Math.max(...starts)).toBe(29)
})

it('a second claim starts after the first `limit` candidates if fewer than a claim follow', () => {
  expect(new Set(draw(15, 10))).toEqual(new Set([10]))
})
