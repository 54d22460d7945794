import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { requireStrongPassword } from './require-strong-password.ts'

const ANA = { email: 'ana.souza@padaria-estrela.example', name: 'Ana Souza 0a1b2c3d4e5f6a7b' }
const rejection = expect.objectContaining({ kind: 'password-too-common' }) as Error

describe('requireStrongPassword', () => {
  it.each([
    // These passwords are common.
    'qwertyuiop12',
    'Password1234',
    'UNBELIEVABLE',
    '123456789012',
    'passwordpassword',
    // These passwords repeat a shorter text.
    'abcabcabcabc',
    'aaaaaaaaaaaa',
    '🔑'.repeat(256),
    // These passwords have fewer than six letters besides the words of e-mail and name.
    'ana.souza2026',
    'SouzaAna!2026',
    'padaria-estrela-1',
    'anasouza@padaria',
    'Estrela#Estrela9',
    'souza',
    '0a1b2c3d4e5f6a7b-Souza',
  ])('rejects %j', (password) => {
    expect(() => requireStrongPassword(password, ANA)).toThrow(rejection)
  })

  it.each([
    'correct horse battery',
    'banana com canela',
    'padaria, sol e vento',
    '7f3c 91e0 55aa',
    'long enough to do',
    'unbelievable!',
    'abcabcabcabd',
    '0123 4567 ana 8901 xyzwvut',
  ])('accepts %j', (password) => {
    expect(() => requireStrongPassword(password, ANA)).not.toThrow()
  })

  it('recognizes words of the name with and without accents', () => {
    const owner = { email: 'contato@padaria.example', name: 'João Conceição' }
    for (const password of ['joaoconceicao1', 'joãoconceição1'])
      expect(() => requireStrongPassword(password, owner)).toThrow(rejection)
  })

  it('rejects every listed common password, all in lower case and of at least 12 characters', () => {
    // The list is not empty or truncated.
    expect(COMMON_PASSWORDS.size).toBe(308)
    for (const password of COMMON_PASSWORDS) {
      expect(password).toMatch(/^[^\p{Lu}\s]{12,}$/u)
      expect(() => requireStrongPassword(password.toUpperCase(), ANA)).toThrow(rejection)
    }
  })
})
