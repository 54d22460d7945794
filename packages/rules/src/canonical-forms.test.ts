import { expect, it } from 'vitest'
import { ACCOUNT_FIELDS } from './account-fields.ts'
import { canonicalForms } from './canonical-forms.ts'
import type { Fields } from './field-rule.ts'
import { knownFields } from './find-errors.ts'
import { sampleAccount } from './sample-account.ts'

const { company_doc, ...person } = sampleAccount()
/** Later fields must not change the form of a body without them. */
const bodyOfVersion2 = knownFields(ACCOUNT_FIELDS, { ...sampleAccount() }, 2)

it('canonicalForms returns the form that is stored since version 2', () => {
  // A change of this text makes every retry of the last 24 hours fail: keep the earlier form as an accepted one.
  expect(canonicalForms(ACCOUNT_FIELDS, bodyOfVersion2)[0]).toBe(
    '2 {"company_doc":{"address":{"cep":"01310100","city":"São Paulo","complement":"Conjunto 12","neighborhood":"Bela Vista",' +
      '"state":"SP","street_name":"Avenida Paulista","street_number":"1578"},"cnpj":"12ABC34501DE35",' +
      '"financial_email":"financeiro@estrela.example","name":"Padaria Estrela Ltda","trade_name":"Padaria Estrela"},' +
      '"email":"maria@estrela.example","employees_quantity":12,"full_name":"Maria da Silva","mobile_phone":"11987654321"}',
  )
})

it.each<[string, object]>([
  ['the order of keys', { company_doc: Object.fromEntries(Object.entries(company_doc).reverse()), ...person }],
  ['null in an absent field', { ...person, company_doc: { ...company_doc, cpf: null } }],
  ['unknown fields', { ...person, unknown: 1, company_doc: { ...company_doc, unknown: { field: 1 } } }],
])('canonicalForms ignores %s', (_what, body) => {
  expect(canonicalForms(ACCOUNT_FIELDS, { ...body })).toEqual(
    canonicalForms(ACCOUNT_FIELDS, { ...person, company_doc }),
  )
})

it('canonicalForms differs for another value', () => {
  const [one] = canonicalForms(ACCOUNT_FIELDS, { ...person, company_doc })
  const [other] = canonicalForms(ACCOUNT_FIELDS, { ...person, company_doc, employees_quantity: 13 })
  expect(other).not.toBe(one)
})

it('canonicalForms returns the forms of builds that did not know the later fields', () => {
  const rule = { kind: 'text', required: false, maxLength: 9, description: '', example: '' } as const
  const fields: Fields = { first: rule, second: { ...rule, since: 3 }, third: { ...rule, since: 4 } }
  expect(canonicalForms(fields, { third: 'c', second: 'b', first: 'a' })).toEqual([
    '2 {"first":"a","second":"b","third":"c"}',
    '2 {"first":"a"}',
    '2 {"first":"a","second":"b"}',
  ])
  expect(canonicalForms(fields, { first: 'a' })).toEqual(['2 {"first":"a"}', '2 {"first":"a"}'])
})

it('every field that was added after version 2 has `since`', () => {
  const firstFields = (fields: Fields, prefix = ''): string[] =>
    Object.entries(fields).flatMap(([name, rule]) => {
      if (rule.since !== undefined) return []
      return rule.kind === 'object' ? firstFields(rule.fields, `${prefix}${name}.`) : [prefix + name]
    })
  // Do not add to this list: give the new field `since` instead, one more than the highest there is (at first 3).
  expect(firstFields(ACCOUNT_FIELDS)).toEqual([
    ...['full_name', 'employees_quantity', 'email', 'mobile_phone', 'company_doc.name', 'company_doc.trade_name'],
    ...['company_doc.cpf', 'company_doc.cnpj', 'company_doc.financial_email', 'company_doc.address.cep'],
    ...['company_doc.address.street_name', 'company_doc.address.street_number', 'company_doc.address.neighborhood'],
    ...['company_doc.address.complement', 'company_doc.address.state', 'company_doc.address.city'],
  ])
})
