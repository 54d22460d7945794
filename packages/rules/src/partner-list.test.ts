import { expect, it } from 'vitest'
import { readPartnerList } from './partner-list.ts'

it('readPartnerList reads name, coupon and manager, without white space around them', () => {
  expect(readPartnerList([[' Revenda Sul ', 'WELCOME', ' Ana', 'ana@sul.example ']])).toEqual([
    { name: 'Revenda Sul', coupon: 'WELCOME', manager: { name: 'Ana', email: 'ana@sul.example' } },
  ])
})

it.each([
  ['a coupon and a manager', ['Revenda'], { name: 'Revenda' }],
  ['a name', ['', 'WELCOME'], { name: '', coupon: 'WELCOME' }],
  ["a manager's e-mail", ['Revenda', '', 'Ana'], { name: 'Revenda', manager: { name: 'Ana', email: '' } }],
  [
    "a manager's name",
    ['Revenda', '', '', 'a@b.example'],
    { name: 'Revenda', manager: { name: '', email: 'a@b.example' } },
  ],
])('readPartnerList returns a row without %s, for the service to reject or accept', (_missing, row, partner) => {
  expect(readPartnerList([row])).toEqual([partner])
})

it.each(['name', 'Nome', 'NAME'])(
  'readPartnerList skips empty rows, and the heading %j in the first row only',
  (heading) => {
    const rows = [[heading, 'coupon'], ['Revenda'], ['', ' '], [], [heading]]
    expect(readPartnerList(rows)).toEqual([{ name: 'Revenda' }, { name: heading }])
  },
)

it('readPartnerList keeps a first row that only begins like a heading', () => {
  expect(readPartnerList([['Nome Certo'], ['Sobrenome']])).toEqual([{ name: 'Nome Certo' }, { name: 'Sobrenome' }])
})
