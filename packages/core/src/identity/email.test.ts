import { describe, expect, it } from 'vitest'
import { normalizeEmail } from './email.ts'

describe('normalizeEmail', () => {
  it('lower-cases ASCII letters and changes nothing else', () => {
    expect(normalizeEmail('Ana.SILVA+Test@Revenda.Example')).toBe('ana.silva+test@revenda.example')
    expect(normalizeEmail(' Ana@revenda.example ')).toBe(' ana@revenda.example ')
  })

  it('lower-cases every ASCII character as PostgreSQL does in the C collation', () => {
    for (let code = 1; code < 128; code++) {
      const isUpperCase = code >= 0x41 && code <= 0x5a
      expect(normalizeEmail(String.fromCharCode(code))).toBe(String.fromCharCode(isUpperCase ? code + 0x20 : code))
    }
  })

  it.each([
    '',
    'with\0@revenda.example',
    'İna@revenda.example',
    'ana@revenda.example\u212a',
    '\ud800',
    'ａna@x.example',
  ])('returns undefined for %j, which cannot be registered', (email) => expect(normalizeEmail(email)).toBeUndefined())
})
