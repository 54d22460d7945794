import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sampleAccount } from '../../test/sample-account.ts'
import { type AccountDraft, cleanDraft, EMPTY_DRAFT, type Field, FIELDS, toBody } from './account-draft.ts'
import { checkDraft } from './check-draft.ts'
import { FIELD_RULES } from './field-rules.ts'

interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  type?: string | string[]
  allOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: string[]
}

const document = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../packages/api/openapi.json', import.meta.url)), 'utf8'),
) as { components: { schemas: Record<string, Schema> } }

/** All forms that a schema may take. */
function variantsOf(schema: Schema): Schema[] {
  const others = schema.oneOf ?? schema.allOf
  if (others) return others.flatMap(variantsOf)
  return [schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema]
}

/** The schema of a dotted field in the variant that takes it, and whether all variants require it. */
function schemaOf(field: Field): { schema: Schema; required: boolean } {
  let schemas = variantsOf({ $ref: 'PartnerAccountPostModel' })
  let required = true
  for (const name of field.split('.')) {
    required &&= schemas.every((schema) => schema.required?.includes(name))
    schemas = schemas.flatMap(({ properties }) => properties?.[name] ?? []).flatMap(variantsOf)
  }
  const schema = schemas.find(({ type }) => type !== 'null')
  if (!schema) throw new Error(`the document has no ${field}`)
  return { schema, required }
}

it.each(FIELDS)('holds %s to what the service asks of it', (field) => {
  const rule = FIELD_RULES[field]
  const { schema, required } = schemaOf(field)
  expect(rule.required).toBe(required)
  expect(rule.pattern?.source).toEqual(schema.pattern && new RegExp(schema.pattern).source)
  expect(rule.maxLength).toBe(schema.maxLength)
  expect(rule.range).toEqual(schema.minimum === undefined ? undefined : { min: schema.minimum, max: schema.maximum })
  expect(rule.options?.toSorted()).toEqual(schema.enum?.toSorted())
})

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
const faultsOf = (changes: Partial<AccountDraft>) => Object.keys(checkDraft(cleanDraft(typed(changes)), 'en'))

it('sends what was typed as the service wants it', () => {
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
  [{ full_name: '😀'.repeat(200) }, []],
  [{ 'company_doc.address.street_number': '1234567' }, ['company_doc.address.street_number']],
  [{ email: 'maria' }, ['email']],
  [{ mobile_phone: '98765-4321' }, ['mobile_phone']],
  [{ mobile_phone: 'call me 11987654321' }, ['mobile_phone']],
  [{ 'company_doc.cnpj': '' }, ['company_doc.cnpj', 'company_doc.cpf']],
  [{ 'company_doc.cpf': '529.982.247-25' }, ['company_doc.cnpj', 'company_doc.cpf']],
  [{ 'company_doc.cnpj': '', 'company_doc.cpf': '529.982.247-25' }, []],
  [{ 'company_doc.address.state': 'XX' }, ['company_doc.address.state']],
])('finds what is wrong with %o: %o', (changes, faults) => {
  expect(faultsOf(changes)).toEqual(faults)
})
