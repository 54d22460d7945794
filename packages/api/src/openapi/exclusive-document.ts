import { refTo, type SchemaObject } from './openapi-document.ts'

type Schemas = Record<string, SchemaObject>

/**
 * 2.6: exactly one of `cpf` and `cnpj`. The run-time schema holds it by a refinement, for the sake of messages by
 * field, and no refinement is to be seen in a document. So `company_doc` becomes a choice of two objects, by which
 * generated clients refuse both and neither.
 *
 * @param schemas of the components; those of the choice are added
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
    CompanyDocCnpjModel: withDocument(companyDoc, 'cnpj', 'Employer with a CNPJ'),
    CompanyDocCpfModel: withDocument(companyDoc, 'cpf', 'Employer with a CPF'),
  }
}

function withDocument({ properties, required }: SchemaObject, given: 'cpf' | 'cnpj', title: string): SchemaObject {
  const { cpf, cnpj, address, ...rest } = properties as Schemas
  const document = { ...(given === 'cpf' ? cpf : cnpj), type: 'string' as const }
  const others = {
    ...rest,
    // Wrapped, as Redocly takes a bare reference that both objects have for a sign that they overlap.
    address: { description: 'Where the employer is, and so the unit.', allOf: [address ?? {}] },
  }
  return {
    title,
    type: 'object',
    properties: { [given]: document, ...others },
    required: [given, ...(required ?? [])],
  }
}
