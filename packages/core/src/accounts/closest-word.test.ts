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
  ['mercae', 'mercearia'],
  ['paao', 'pao'],
  ['kuemte', 'quente'],
  ['zilma', undefined],
  ['pan', undefined],
  ['cartorio', undefined],
  ['11222333', undefined],
])('the closest word to %s is %s', (typed, expected) => {
  expect(closestWord(typed, KNOWN)).toBe(expected)
})

it('closestWord prefers the word of more accounts if two are equally close', () => {
  const words = [
    { word: 'casa', accounts: 1 },
    { word: 'capa', accounts: 2 },
  ]
  expect(closestWord('caxa', words)).toBe('capa')
})

it('similar words begin or end like the typed word', () => {
  expect(patternsOfSimilar('padria')).toEqual(['% pad%', '%ria %'])
  expect([...patternsOfSimilar('pao'), ...patternsOfSimilar('12345')]).toEqual([])
})
