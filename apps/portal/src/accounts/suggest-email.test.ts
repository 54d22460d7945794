import { expect, it } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

it.each([
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmal.com', 'ana@gmail.com'],
  ['ana@hotmaill.com', 'ana@hotmail.com'],
  ['ana@hotnail.com', 'ana@hotmail.com'],
  ['Ana@Yahoo.con.br', 'ana@yahoo.com.br'],
  ['ana@padaria.con', 'ana@padaria.com'],
  ['ana@padaria.com.bt', 'ana@padaria.com.br'],
])('suggestEmail corrects %s to %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'ana@gmail.com',
  'ana@gmail',
  'ana',
  'ana@padaria.example',
  'ana@mail.com',
  'ana@live.com',
  'ana@outlook.com.br',
])('suggestEmail suggests nothing for %s', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
