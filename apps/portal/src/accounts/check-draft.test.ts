import { expect, it } from 'vitest'
import { sampleAccount } from '../../test/sample-account.ts'
import { type AccountDraft, cleanDraft, EMPTY_DRAFT, toBody } from './account-draft.ts'
import { checkDraft } from './check-draft.ts'

/** An account as it is typed, with all punctuation. */
const typed = (changes: Partial<AccountDraft> = {}): AccountDraft => {
  const { company_doc, employees_quantity, ...person } = sampleAccount('Padaria Estrela Ltda')
  const { address, ...company } = company_doc
  const withPrefix = (prefix: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, String(value)]))
  return {
    ...EMPTY_DRAFT,
    ...person,
    ...withPrefix('company_doc', company),
    ...withPrefix('company_doc.address', address),
    employees_quantity: String(employees_quantity),
    ...changes,
  }
}

const invalidFieldsOf = (changes: Partial<AccountDraft>) =>
  Object.keys(checkDraft(cleanDraft(typed(changes)), 'en')).sort()

it('cleanDraft removes punctuation from tax IDs, CEP and telephone', () => {
  const draft = typed({
    mobile_phone: '(11) 98765-4321',
    'company_doc.cnpj': ' 12.abc.345/01de-35 ',
    'company_doc.address.cep': '01.310-100',
    'company_doc.address.state': 'sp',
  })
  expect(checkDraft(cleanDraft(draft), 'en')).toEqual({})
  const { company_doc, mobile_phone } = toBody(cleanDraft(draft))
  expect([mobile_phone, company_doc.cnpj]).toEqual(['11987654321', '12ABC34501DE35'])
  expect(company_doc.address).toMatchObject({ cep: '01310100', state: 'SP' })
  expect(company_doc).not.toHaveProperty('cpf')
})

it.each([
  [{ employees_quantity: '0' }, ['employees_quantity']],
  [{ employees_quantity: '1.5' }, ['employees_quantity']],
  [{ employees_quantity: '5001' }, ['employees_quantity']],
  [{ full_name: '   ' }, ['full_name']],
  [{ full_name: 'ç'.repeat(201) }, ['full_name']],
  // The limit of 200 counts characters, not UTF-16 units.
  [{ full_name: '😀'.repeat(200) }, []],
  [{ 'company_doc.address.street_number': '1234567' }, ['company_doc.address.street_number']],
  [{ email: 'maria' }, ['email']],
  [{ mobile_phone: '98765-4321' }, ['mobile_phone']],
  [{ mobile_phone: 'call me 11987654321' }, ['mobile_phone']],
  [{ 'company_doc.cnpj': '' }, ['company_doc.cnpj', 'company_doc.cpf']],
  [{ 'company_doc.cpf': '529.982.247-25' }, ['company_doc.cnpj', 'company_doc.cpf']],
  [{ 'company_doc.cnpj': '', 'company_doc.cpf': '529.982.247-25' }, []],
  [{ 'company_doc.address.state': 'XX' }, ['company_doc.address.state']],
])('checkDraft reports, for an account with %o, the fields %o', (changes, errors) => {
  expect(invalidFieldsOf(changes)).toEqual(errors)
})

it('checkDraft has messages for people: none mentions punctuation or names of fields', () => {
  const draft = typed({ 'company_doc.cnpj': '12', 'company_doc.address.cep': '1', mobile_phone: '9' })
  const messages = Object.values(checkDraft(cleanDraft(draft), 'pt-BR'))
  expect(messages).toHaveLength(3)
  expect(messages.join()).not.toContain('pontuação')
  expect(checkDraft(cleanDraft(typed({ 'company_doc.cnpj': '' })), 'en')).toMatchObject({
    'company_doc.cnpj': 'Enter one tax ID: CNPJ or CPF.',
  })
})
