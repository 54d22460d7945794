import { expect, it } from 'vitest'
import { IdempotencyKey, isSameRequest } from './idempotency.ts'

const PARTNER = '65f04c1e9b2d3a7f80c1e5a2'
const keyOf = (key = 'order-4711') => new IdempotencyKey(key, PARTNER, Buffer.alloc(32, 1))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('IdempotencyKey stores the same lookup and fingerprint in every build', () => {
  // If these values change, retries of creations from the last 24 hours fail or create a second account.
  const { lookup, fingerprint } = keyOf().creation(['2 {"full_name":"Maria da Silva"}'], {})
  expect(hex(lookup)).toBe('ae588d1e65b7b8efc3deaa5dc4f4e45b23a19c0c2c73b58a26b331c3d9cd08ba')
  expect(hex(fingerprint)).toBe('c0940c29bcb815f07ed48136f13624ccdfa9785f18084f1683fb7e20967a6514')
})

it('isSameRequest accepts the fingerprint of the current form and of earlier forms only', () => {
  const of = (...forms: [string, ...string[]]) => keyOf().creation(forms, {})
  const retry = of('current', 'earlier')
  expect(isSameRequest(retry, of('current').fingerprint)).toBe(true)
  expect(isSameRequest(retry, of('earlier').fingerprint)).toBe(true)
  expect(isSameRequest(retry, of('other').fingerprint)).toBe(false)
  expect(isSameRequest(of('other'), retry.fingerprint)).toBe(false)
})

it('IdempotencyKey opens the stored response with its own key only', () => {
  const { sealedResponse } = keyOf().creation(['form'], { id: '1' })
  expect(keyOf().open(sealedResponse)).toEqual({ id: '1' })
  expect(() => keyOf('order-4712').open(sealedResponse)).toThrow()
})
