import { expect, it } from 'vitest'
import { hasCheckDigits } from './check-digits.ts'

it.each([
  ['CPF', '52998224725', '52998224752'],
  ['CPF with a check digit of zero', '01234567890', '01234567809'],
  ['CNPJ', '19131243000197', '19131243000198'],
  ['alphanumeric CNPJ', '12ABC34501DE35', '12ABC34501DF35'],
  ['CNPJ with many zeros', '00000000000191', '00000000000190'],
])('hasCheckDigits recognizes a valid %s: %s, not %s', (_kind, right, wrong) => {
  expect(hasCheckDigits(right)).toBe(true)
  expect(hasCheckDigits(wrong)).toBe(false)
})

it.each(['00000000000000', '11111111111'])(
  'hasCheckDigits rejects %s, because all of its digits are equal',
  (taxId) => {
    expect(hasCheckDigits(taxId)).toBe(false)
  },
)
