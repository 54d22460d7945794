import { describe, expect, it } from 'vitest'
import { searchTerms, searchWords } from './account-search.ts'

describe('searchTerms', () => {
  it('returns the words of names, tax ID, e-mails, phone number and street in lower case, without accents and punctuation', () => {
    const employer = {
      name: 'Padaria São João & Cia. Ltda',
      tradeName: 'PÃO-DE-MEL',
      financialEmail: 'Contas@estrela.example',
      taxId: { kind: 'cnpj', value: '12ABC34501DE35' } as const,
    }
    const administrator = {
      fullName: 'Ana Conceição',
      email: 'Maria.Silva@estrela.example',
      mobilePhone: '21987654321',
    }
    expect(searchTerms(employer, administrator, { streetName: 'Rua do Ipê' })).toBe(
      'padaria sao joao cia ltda pao de mel 12abc34501de35 ana conceicao maria silva estrela example 21987654321 contas estrela example rua do ipe',
    )
  })
})

describe('searchWords', () => {
  it.each([
    ['  São  JOÃO ', ['joao', 'sao']],
    ['maria.silva@Estrela.example', ['maria silva estrela example']],
    ['Maria <maria@estrela.example>', ['maria estrela example', 'maria']],
    ['@', []],
    // At least five digits, or the beginning of a CNPJ with letters, are one number.
    ['12.345.678/0001-95', ['12345678000195']],
    ['123.456.789-09', ['12345678909']],
    ['12.345', ['12345']],
    ['12.abc.345/01de-35', ['12abc34501de35']],
    ['12.abc.3', ['12abc3']],
    ['1234-5', ['12345']],
    ['+55 (21) 98765-4321', ['21', '987654321']],
    ['(21)98765-4321', ['21987654321']],
    // Other punctuation separates words.
    ['ab.com.br', ['ab', 'br', 'com']],
    ['24-7', ['24', '7']],
    ['1.2.3-4', ['1', '2', '3', '4']],
    ['ana ana ANA', ['ana']],
    ['!!! ---', []],
    // The shortest of seven words is left out.
    ['a bb ccc dddd eeeee ffffff ggggggg', ['ggggggg', 'ffffff', 'eeeee', 'dddd', 'ccc', 'bb']],
  ])('returns for %j the words %j', (query, words) => {
    expect(searchWords(query).sort()).toEqual([...words].sort())
  })
})
