import { expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'

it('chooseLocale reads only the beginning of a long header', () => {
  expect(chooseLocale(`${'fr,'.repeat(10_000)}en`)).toBe('pt-BR')
})

it.each([
  [undefined, 'pt-BR'],
  ['', 'pt-BR'],
  ['*', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['en', 'en'],
  ['EN', 'en'],
  ['en-GB', 'en'],
  ['en_US', 'pt-BR'],
  ['english', 'pt-BR'],
  ['fr', 'pt-BR'],
  ['fr, de;q=0.9', 'pt-BR'],
  ['fr, en;q=0.1', 'en'],
  ['en, pt-BR', 'en'],
  ['pt-BR, en', 'pt-BR'],
  ['pt-BR;q=0.5, en;q=0.6', 'en'],
  ['en ; q=0.6 , pt-BR ; q=0.7', 'pt-BR'],
  ['en;q=0', 'pt-BR'],
  ['en;q=0, pt;q=0', 'pt-BR'],
  ['pt;q=0, en', 'en'],
  ['en;q=1.000', 'en'],
  ['en;q=2', 'pt-BR'],
  ['en;q=-1', 'pt-BR'],
  ['en;q=x', 'pt-BR'],
  ['en;level=1;q=0.3, pt;q=0.2', 'en'],
  [',,en,,', 'en'],
  [';q=1', 'pt-BR'],
])('chooseLocale returns the language for Accept-Language %j: %s', (header, locale) => {
  expect(chooseLocale(header)).toBe(locale)
})
