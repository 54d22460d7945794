import { LIMITS } from '@partner-accounts/core/basics'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_FIELD_RULES, ACCOUNT_FIELDS } from './account-fields.ts'
import { FIELD_ERRORS, notBetween, tooLong } from './field-errors.ts'
import { findBodyErrors, findEmailErrors, findErrors, findTextErrors } from './find-errors.ts'
import { sampleAccount } from './sample-account.ts'

const RULES = Object.entries(ACCOUNT_FIELD_RULES)

describe('findErrors', () => {
  it.each(RULES.flatMap(([path, rule]) => (rule.kind === 'text' ? [[path, rule] as const] : [])))(
    'accepts a text of the maximum length in %s, and rejects a longer one',
    (_, rule) => {
      expect(findErrors(rule, 'é'.repeat(rule.maxLength))).toEqual([])
      expect(findErrors(rule, 'é'.repeat(rule.maxLength + 1))).toEqual([tooLong(rule.maxLength)])
    },
  )

  it('rejects an integer that is not safe, and one outside the range', () => {
    const rule = ACCOUNT_FIELD_RULES.employees_quantity
    if (rule.kind !== 'integer') throw new Error('employees_quantity is not an integer')
    const { minimum, maximum } = rule
    expect([minimum, maximum].flatMap((value) => findErrors(rule, value))).toEqual([])
    expect(findErrors(rule, minimum - 1)).toEqual([notBetween(minimum, maximum)])
    expect(findErrors(rule, maximum + 1)).toEqual([notBetween(minimum, maximum)])
    expect(findErrors(rule, 1e300)).toEqual([FIELD_ERRORS.not_integer, notBetween(minimum, maximum)])
  })
})

it('findTextErrors returns every error of a text', () => {
  expect(findTextErrors('\u200b\ud800', 1)).toEqual([FIELD_ERRORS.not_storable, tooLong(1)])
  expect(findTextErrors('\u3164 ', 1)).toEqual([FIELD_ERRORS.blank, tooLong(1)])
})

it('findEmailErrors rejects an e-mail of more than 254 characters, and also reports an invalid format', () => {
  const longest = `${'a'.repeat(LIMITS.emailLength - 10)}@b.example`
  expect(findEmailErrors(longest)).toEqual([])
  expect(findEmailErrors(`a${longest}`)).toEqual([tooLong(LIMITS.emailLength)])
  expect(findEmailErrors(`@${longest}`)).toEqual([tooLong(LIMITS.emailLength), FIELD_ERRORS.email])
})

it('findBodyErrors names both tax IDs if both are given, beside the error of one of them', () => {
  const body = sampleAccount({ company_doc: { cpf: '123', cnpj: '12ABC34501DE35' } })
  expect(Object.fromEntries(findBodyErrors(ACCOUNT_FIELDS, body))).toEqual({
    'company_doc.cpf': [FIELD_ERRORS.cpf, FIELD_ERRORS.one_tax_id],
    'company_doc.cnpj': [FIELD_ERRORS.one_tax_id],
  })
})
