import { expect, it } from 'vitest'
import type { CreateAccountBody } from '../../wire/models.ts'
import { bodyKey } from './body-key.ts'

const keyOf = (body: object | undefined) => bodyKey(body as CreateAccountBody)

it('equal bodies share a key, whatever the order of their fields', () => {
  const key = keyOf({ email: 'a', company_doc: { name: 'b', cnpj: 'c' } })
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(keyOf({ company_doc: { cnpj: 'c', name: 'b' }, email: 'a' })).toBe(key)
})

it('different bodies have different keys, even if they are not objects', () => {
  const bodies = [{}, { email: 'a' }, { email: 'b' }, { email: ['a'] }, { email: { a: 'a' } }, ['a'], undefined]
  expect(new Set(bodies.map(keyOf)).size).toBe(bodies.length)
})
