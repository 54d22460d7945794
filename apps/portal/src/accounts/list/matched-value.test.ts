import { expect, it } from 'vitest'
import { matchedValue } from './matched-value.ts'

const ACCOUNT = {
  name: 'Padaria São João Ltda',
  tradeName: 'Pão Quente',
  administrator: {
    fullName: 'Maria da Silva',
    email: 'maria.silva@padaria.example',
    mobilePhone: '11987654321',
    isActivated: false,
  },
  financialEmail: 'contas@padaria.example',
}

it.each([
  ['padaria', undefined],
  ['sao padaria', undefined],
  ['PAO', 'Pão Quente'],
  ['padaria silv', 'Maria da Silva'],
  ['maria.silva@padaria.example', 'maria.silva@padaria.example'],
  ['contas@', 'contas@padaria.example'],
  ['11987654321', '11987654321'],
  ['12345678901', undefined],
  ['', undefined],
])('matchedValue, for the query %j, returns %j', (query, value) => {
  expect(matchedValue(ACCOUNT, query)).toBe(value)
})
