import { describe, expect, it } from 'vitest'
import { ACCOUNT_IDENTIFIER_PATTERN, parseAccountIdentifier, readTaxId } from './account-identifier.ts'

describe('parseAccountIdentifier', () => {
  it('uses the pattern of the specification (4.4)', () => {
    expect(ACCOUNT_IDENTIFIER_PATTERN.source).toBe('^([0-9a-fA-F]{24}|[0-9A-Za-z]{12}[0-9]{2}|[0-9]{11})$')
  })

  it.each([
    ['65f04c1e9b2d3a7f80c1e5a2', { kind: 'id', value: '65f04c1e9b2d3a7f80c1e5a2' }],
    ['65F04C1E9B2D3A7F80C1E5A2', { kind: 'id', value: '65f04c1e9b2d3a7f80c1e5a2' }],
    ['012345678901234567890123', { kind: 'id', value: '012345678901234567890123' }],
    ['12ABC34501DE35', { kind: 'cnpj', value: '12ABC34501DE35' }],
    ['12abc34501de35', { kind: 'cnpj', value: '12ABC34501DE35' }],
    ['00000000000000', { kind: 'cnpj', value: '00000000000000' }],
    ['00000000000', { kind: 'cpf', value: '00000000000' }],
  ])('parses %s as %j', (text, identifier) => {
    expect(parseAccountIdentifier(text)).toEqual(identifier)
    expect(text).toMatch(ACCOUNT_IDENTIFIER_PATTERN)
  })

  it.each([
    '', ' ', '0000000000', '000000000000', '0000000000000', '000000000000000', '12ABC34501DEX5', '1234567890A',
    '529.982.247-25', '12.ABC.345/01DE-35', '65f04c1e9b2d3a7f80c1e5a', '65f04c1e9b2d3a7f80c1e5a22',
    'g5f04c1e9b2d3a7f80c1e5a2', '52998224725\n', '\n52998224725', ' 52998224725', '١١١١١١١١١١١', 'ÁBCDEFGHIJKL12',
  ])('rejects %j', (text) => {
    expect(() => parseAccountIdentifier(text)).toThrow(expect.objectContaining({ kind: 'invalid-account-identifier' }))
    expect(text).not.toMatch(ACCOUNT_IDENTIFIER_PATTERN)
  }) // prettier-ignore
})

it.each([
  ['529.982.247-25', '52998224725'],
  [' 529 982 247 25\n', '52998224725'],
  ['12.abc.345/01de-35', '12abc34501de35'],
  ['5299822472', undefined],
  ['Padarias Bela 12', undefined],
  ['65f04c1e9b2d3a7f80c1e5a2', undefined],
])('readTaxId of %j returns %s', (text, taxId) => {
  expect(readTaxId(text)).toBe(taxId)
})
