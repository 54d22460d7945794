import { expect, it } from 'vitest'
import { closestWord, patternsOfSimilar } from './closest-word.ts'

const KNOWN = ['padaria', 'mercearia', 'pao', 'quente', 'silva', 'mercado', 'oficina', 'mercadinho'].map(
  (word, index) => ({ word, accounts: 100 - index }),
)

it.each([
  ['padria', 'padaria'],
  ['padraia', 'padaria'],
  ['pdaaria', 'padaria'],
  ['merkado', 'mercado'],
  ['sivla', 'silva'],
  ['oficna', 'oficina'],
  ['mercadimho', 'mercadinho'],
  // Both `mercearia` and `mercado` begin like this, with one error. More accounts have `mercearia`.
  ['mercae', 'mercearia'],
  ['paao', 'pao'],
  ['kuemte', 'quente'],
  ['cartorio', undefined],
  ['11222333', undefined],
  // A word of five letters may have one error, and a word of three letters none.
  ['zilma', undefined],
  ['pan', undefined],
])('the closest word to %s is %s', (typed, expected) => {
  expect(closestWord(typed, KNOWN)).toBe(expected)
})

it('closestWord prefers the word of more accounts if two are equally close', () => {
  const words = [
    { word: 'casa', accounts: 1 },
    { word: 'capa', accounts: 2 },
  ]
  expect(closestWord('caxa', words)).toBe('capa')
  const equal = [...words, { word: 'caia', accounts: 2 }]
  expect(closestWord('caxa', equal)).toBe('capa')
})

it('words that are longer than words of a language are not compared', () => {
  const long = 'abcdefghij'.repeat(120)
  const before = process.cpuUsage()
  expect(closestWord(`${long}x`, [{ word: long, accounts: 1 }])).toBeUndefined()
  const known = Array.from({ length: 8_000 }, (_, index) => ({ word: `${long}${index}`, accounts: 1 }))
  expect(closestWord('abcdefghijabcdefghijabcdefghix', known)).toBe(`${long}0`)
  // Two seconds per 40 words, when whole words were compared.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

it('similar words begin or end like the typed word', () => {
  expect(patternsOfSimilar('padria')).toEqual(['% pad%', '%ria %'])
  expect([...patternsOfSimilar('pao'), ...patternsOfSimilar('12345')]).toEqual([])
})
