import { describe, expect, it } from 'vitest'
import { createIdGenerator } from './id-generator.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

describe('an id', () => {
  it('is 24 hexadecimal characters in lower case, the first 12 of them the time', () => {
    expect(createIdGenerator(() => NOON)()).toMatch(/^[0-9a-f]{24}$/)
    expect(parseInt(createIdGenerator(() => NOON)().slice(0, 12), 16)).toBe(NOON)
    expect(createIdGenerator(() => 1)()).toMatch(/^000000000001[0-9a-f]{12}$/)
  })

  it.each<[string, (call: number) => number]>([
    ['as time goes by', (call) => NOON + call],
    ['within one millisecond', () => NOON],
    ['when the clock is set back', (call) => NOON - call],
    ['when the clock jumps to and fro', (call) => NOON + (call % 2 === 0 ? 5000 : -5000)],
  ])('is greater than all before it, %s', (_case, clock) => {
    let calls = 0
    const newId = createIdGenerator(() => clock(calls++))
    const ids = Array.from({ length: 2000 }, newId)
    expect([...new Set(ids)].sort()).toEqual(ids)
  })

  it('keeps counting from the latest time it has seen while the clock is behind', () => {
    const clock = [NOON, NOON - 60_000, NOON + 1]
    const newId = createIdGenerator(() => clock.shift() ?? 0)
    const times = [newId(), newId(), newId()].map((id) => parseInt(id.slice(0, 12), 16))
    expect(times).toEqual([NOON, NOON, NOON + 1])
  })

  it('differs between generators that start in the same millisecond', () => {
    const ids = Array.from({ length: 1000 }, () => createIdGenerator(() => NOON)())
    expect(new Set(ids).size).toBe(1000)
  })
})
