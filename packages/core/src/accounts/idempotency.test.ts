import { expect, it } from 'vitest'
import type { SealingKey, SealingKeys } from '../secrets/sealing.ts'
import { IdempotencyKey, isSameRequest } from './idempotency.ts'

const OLD: SealingKey = { kid: undefined, key: Buffer.alloc(32, 1) }
const NEW: SealingKey = { kid: 's2', key: Buffer.alloc(32, 2) }
const PARTNER = '65f04c1e9b2d3a7f80c1e5a2'
const keyOf = (key = 'order-4711') => new IdempotencyKey(key, PARTNER, [OLD])
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('IdempotencyKey stores the same lookup and fingerprint in every build', () => {
  // If these values change, retries of creations from the last 24 hours fail or create a second account.
  const { lookups, fingerprints } = keyOf().sealCreation({ fullName: 'Maria da Silva', website: null }, {})
  expect(lookups.map(hex)).toEqual(['ae588d1e65b7b8efc3deaa5dc4f4e45b23a19c0c2c73b58a26b331c3d9cd08ba'])
  expect(hex(fingerprints[0])).toBe('261d6ee32067538622bf3de84c045218a44191852bba4513166179acf89a4f16')
})

it('IdempotencyKey counts the characters of a key', () => {
  expect(() => keyOf('\u{1d49c}'.repeat(255))).not.toThrow()
  expect(() => keyOf('\u{1d49c}'.repeat(256))).toThrow('invalid-idempotency-key')
})

it('isSameRequest accepts the same values, and null for an absent one', () => {
  const creationOf = (request: object) => keyOf().sealCreation(request, {})
  const stored = creationOf({ employees: 12, employer: { name: 'Padaria' } }).fingerprints[0]
  expect(isSameRequest(creationOf({ employees: 12, employer: { name: 'Padaria', website: null } }), stored)).toBe(true)
  expect(isSameRequest(creationOf({ employees: 12, employer: { name: 'Padaria 2' } }), stored)).toBe(false)
})

it('IdempotencyKey opens the stored response with its own key only', () => {
  const { sealedResponse } = keyOf().sealCreation({ employees: 12 }, { id: '1' })
  expect(keyOf().open(sealedResponse)).toEqual({ id: '1' })
  expect(() => keyOf('order-4712').open(sealedResponse)).toThrow()
})

it('IdempotencyKey finds, recognizes and opens a creation that was stored under another key of the keyring', () => {
  const named: SealingKey = { kid: 's1', key: OLD.key }
  const keyrings: SealingKeys[] = [[OLD], [named], [named, NEW], [NEW, named]]
  const creations = keyrings.map((keys) => {
    const key = new IdempotencyKey('order-4711', PARTNER, keys)
    return { key, ...key.sealCreation({ employees: 12 }, { id: '1' }) }
  })
  // The last keyring stores under `NEW`, which the first two do not have.
  for (const stored of creations.slice(0, 3)) {
    for (const retry of creations) {
      expect(retry.lookups.map(hex)).toContain(hex(stored.lookups[0]))
      expect(isSameRequest(retry, stored.fingerprints[0])).toBe(true)
      expect(retry.key.open(stored.sealedResponse)).toEqual({ id: '1' })
    }
  }
})
