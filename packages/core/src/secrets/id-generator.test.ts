import { describe, expect, it } from 'vitest'
import { createIdGenerator, firstIdAt } from './id-generator.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

describe('createIdGenerator', () => {
  it('generates 24 lower-case hexadecimal characters that begin with the time', () => {
    expect(createIdGenerator(() => NOON)()).toMatch(/^[0-9a-f]{24}$/)
    expect(parseInt(createIdGenerator(() => NOON)().slice(0, 12), 16)).toBe(NOON)
    expect(createIdGenerator(() => 1)()).toMatch(/^000000000001[0-9a-f]{12}$/)
  })

  it.each<[string, (call: number) => number]>([
    ['while time advances', (call) => NOON + call],
    ['within one millisecond', () => NOON],
    ['when the clock is set back', (call) => NOON - call],
    ['when the clock jumps back and forth', (call) => NOON + (call % 2 === 0 ? 5000 : -5000)],
  ])('generates increasing ids %s', (_case, clock) => {
    let calls = -1
    const newId = createIdGenerator(() => {
      calls += 1
      return clock(calls)
    })
    const ids = Array.from({ length: 2000 }, newId)
    expect([...new Set(ids)].sort()).toEqual(ids)
  })

  it('keeps the latest time it has seen while the clock is behind', () => {
    const clock = [NOON, NOON - 60_000, NOON + 1]
    const newId = createIdGenerator(() => clock.shift() ?? 0)
    const times = [newId(), newId(), newId()].map((id) => parseInt(id.slice(0, 12), 16))
    expect(times).toEqual([NOON, NOON, NOON + 1])
  })

  it('continues in the next millisecond when the random part of an id cannot be incremented', () => {
    const newId = createIdGenerator(
      () => NOON,
      () => 2 ** 48 - 1,
    )
    const first = newId()
    const second = newId()
    expect(first.slice(12)).toBe('ffffffffffff')
    expect(parseInt(second.slice(0, 12), 16)).toBe(NOON + 1)
    expect(second.slice(12)).toBe('000000000000')
  })

  it('generates different ids in generators that start in the same millisecond', () => {
    const ids = Array.from({ length: 1000 }, () => createIdGenerator(() => NOON)())
    expect(new Set(ids).size).toBe(1000)
  })
})

it('firstIdAt returns the lowest id of a time', () => {
  const newLowestId = createIdGenerator(
    () => NOON,
    () => 0,
  )
  expect(firstIdAt(new Date(NOON))).toBe(newLowestId())
})
