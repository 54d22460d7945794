import { expect, it } from 'vitest'
import { hasAcceptableLength, passwordStrength } from './password-strength.ts'

it.each([
  ['', 'none'],
  ['curta', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnopqrstuvwx', 'weak'],
  ['ababababababababababab', 'weak'],
  ['uma frase boa', 'fair'],
  ['uma frase bem boa', 'good'],
  ['correct horse battery staple', 'strong'],
])('passwordStrength rates %j as %s', (password, level) => {
  expect(passwordStrength(password).level).toBe(level)
})

it.each([
  ['a', 11, false],
  ['a', 12, true],
  ['😀', 256, true],
  ['😀', 257, false],
])('hasAcceptableLength, for %s repeated %i times, is %s', (character, count, acceptable) => {
  expect(hasAcceptableLength(character.repeat(count))).toBe(acceptable)
})
