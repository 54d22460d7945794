import { expect, it } from 'vitest'
import { Shares } from './shares.ts'

const mailsOf = (partnerId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ partnerId, id: `${partnerId}${index}` }))
const partnersOf = ({ selected }: Shares) => selected.map(({ partnerId }) => partnerId).join('')

it.each([
  [1, '', 'a'],
  [2, '', 'ab'],
  [3, '', 'ab'],
  [4, '', 'aabb'],
  [5, '', 'aabb'],
  [1, 'aac', 'b'],
  [2, 'aa', 'bb'],
  [2, 'abbb', 'aa'],
])('with %i free places, and mails of %j in flight, Shares selects %j', (free, inFlight, expected) => {
  const shares = new Shares(
    free,
    [...inFlight].map((partnerId) => ({ partnerId })),
  )
  shares.select(mailsOf('a', 9))
  shares.select(mailsOf('b', 9))
  expect(partnersOf(shares)).toBe(expected)
})

it('Shares selects a mail once, and fills the remaining places', () => {
  const shares = new Shares(4, [])
  expect(shares.select(mailsOf('a', 9))).toEqual(mailsOf('a', 2))
  expect(shares.select(mailsOf('a', 9))).toEqual([])
  shares.fill(mailsOf('a', 9))
  expect(shares.selected).toEqual(mailsOf('a', 4))
  expect(shares.areComplete).toBe(true)
})
