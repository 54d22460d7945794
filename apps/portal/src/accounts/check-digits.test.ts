import { expect, it } from 'vitest'
import { hasCheckDigits } from './check-digits.ts'

it.each([
  ['a CPF', '52998224725', '52998224752'],
  ['a CPF whose check digits are zeros', '01234567890', '01234567809'],
  ['a CNPJ', '19131243000197', '19131243000198'],
  ['an alphanumeric CNPJ', '12ABC34501DE35', '12ABC34501DF35'],
  ['a CNPJ, not those of zeros only', '00000000000191', '00000000000000'],
  ['a CPF, not those of one repeated digit', '11144477735', '11111111111'],
])('recognizes the check digits of %s', (_case, right, wrong) => {
  expect(hasCheckDigits(right)).toBe(true)
  expect(hasCheckDigits(wrong)).toBe(false)
})
