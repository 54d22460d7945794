import { expect, it } from 'vitest'
import { isAcceptable, passwordStrength } from './password-strength.ts'

it.each([
  ['', 'none'],
  ['curta', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnopqrstuvwx', 'weak'],
  ['ababababababababababab', 'weak'],
  ['uma frase boa', 'fair'],
  ['uma frase bem boa', 'good'],
  ['correct horse battery staple', 'strong'],
])('rates %s as %s', (password, level) => {
  expect(passwordStrength(password).level).toBe(level)
})

it.each([
  ['a'.repeat(11), false],
  ['a'.repeat(12), true],
  ['😀'.repeat(256), true],
  ['😀'.repeat(257), false],
])('counts characters as the service does', (password, acceptable) => {
  expect(isAcceptable(password)).toBe(acceptable)
})
