import { expect, it } from 'vitest'
import { caretAfter, cleanEmail, internationalPhone, maskCep, maskCnpj, maskCpf, maskPhone } from './masks.ts'

it.each([
  [maskCnpj, '12abc34501de35', '12.ABC.345/01DE-35'],
  [maskCnpj, '12.345.678/0001-95', '12.345.678/0001-95'],
  [maskCnpj, '12abc34501dexx', '12.ABC.345/01DE'],
  [maskCnpj, '12abc34501de3599', '12.ABC.345/01DE-35'],
  [maskCnpj, '12', '12'],
  [maskCpf, '52998224725', '529.982.247-25'],
  [maskCpf, '529.98x', '529.98'],
  [maskCep, '01310100', '01310-100'],
  [maskPhone, '1133334444', '(11) 3333-4444'],
  [maskPhone, '11987654321', '(11) 98765-4321'],
  [maskPhone, '+55 (11) 98765-4321', '5511987654321'],
  [maskPhone, '１１ ９８７６５-４３２１', '(11) 98765-4321'],
  [maskPhone, '', ''],
  [cleanEmail, '\u200b ana@x.example\u00a0\ufeff', 'ana@x.example'],
])('%o formats %s as %s', (mask, typed, masked) => {
  expect(mask(typed)).toBe(masked)
  expect(mask(masked)).toBe(masked)
})

it.each([
  ['1133334444', '551133334444'],
  ['(11) 98765-4321', '5511987654321'],
  ['5511987654321', '5511987654321'],
  ['351912345678', '351912345678'],
])('internationalPhone(%s) is %s', (phone, number) => expect(internationalPhone(phone)).toBe(number))

it('caretAfter keeps the caret behind the typed character', () => {
  expect(caretAfter('12a', '12.A')).toBe(4)
  expect(caretAfter('1', '12.ABC')).toBe(1)
  expect(caretAfter('', '12.ABC')).toBe(0)
})
