import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import { refTo, type SchemaObject } from './openapi-document.ts'

type Schemas = Record<string, SchemaObject>

/**
 * Documents that exactly one of `cpf` and `cnpj` is required (2.6). `company_doc` becomes a choice of two objects, so
 * generated clients reject bodies with both tax IDs and bodies without a tax ID.
 */
export function splitCompanyDoc(schemas: Schemas): Schemas {
  const { PartnerAccountPostModel: body, ...others } = schemas
  const companyDoc = body?.properties?.['company_doc'] as SchemaObject | undefined
  if (!body || !companyDoc) throw new Error('the body of an account creation has no company_doc')
  return {
    ...others,
    PartnerAccountPostModel: {
      ...body,
      properties: {
        ...body.properties,
        company_doc: {
          description: 'The employer: a company with a CNPJ or a person with a CPF.',
          oneOf: [refTo('schemas', 'CompanyDocCnpjModel'), refTo('schemas', 'CompanyDocCpfModel')],
        },
      },
    },
    CompanyDocCnpjModel: withTaxId(companyDoc, 'cnpj', 'Employer with a CNPJ'),
    CompanyDocCpfModel: withTaxId(companyDoc, 'cpf', 'Employer with a CPF'),
  }
}

function withTaxId({ properties, required }: SchemaObject, given: 'cpf' | 'cnpj', title: string): SchemaObject {
  const { cpf, cnpj, address, ...rest } = properties as Schemas
  // Unlike the pattern of the optional field, this one rejects an empty text, because this tax ID is required.
  const { pattern } = ACCOUNT_FIELDS.company_doc.fields[given]
  const taxId = { ...(given === 'cpf' ? cpf : cnpj), type: 'string' as const, pattern: pattern.source }
  const others = {
    ...rest,
    // Redocly reports objects that share a bare reference as overlapping.
    address: { description: 'The address of the employer and of the unit.', allOf: [address ?? {}] },
  }
  return {
    title,
    description: `${title}. The other tax ID is absent, null or empty.`,
    type: 'object',
    properties: { [given]: taxId, ...others },
    required: [given, ...(required ?? [])],
  }
}
