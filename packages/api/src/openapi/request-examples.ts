import { type BodyOperationId, type OperationId, sampleAccount } from '@partner-accounts/rules'
import type * as z from 'zod'
import type { accountPostSchema } from '../accounts/account-schemas.ts'
import type { partnerTokenRequestSchema } from '../tokens/token-schemas.ts'
import type { ExampleObject } from './openapi-document.ts'
import { SAMPLES } from '../samples.ts'

type AccountPost = z.input<typeof accountPostSchema>

const CREDENTIALS: z.input<typeof partnerTokenRequestSchema> = {
  email: 'ana@revenda.example',
  password: 'correct horse battery staple',
}

const PERSON: AccountPost = {
  full_name: 'João Pereira',
  employees_quantity: 3,
  email: 'joao@pereira.example',
  mobile_phone: '85912345678',
  company_doc: {
    name: 'João Pereira',
    trade_name: 'Sítio Boa Vista',
    cpf: SAMPLES.cpf,
    address: {
      cep: '60165121',
      street_name: 'Avenida Beira Mar',
      street_number: 'S/N',
      neighborhood: 'Meireles',
      state: 'CE',
      city: 'Fortaleza',
    },
  },
}

export const INVALID_BODY: unknown = {
  ...PERSON,
  employees_quantity: 0,
  company_doc: {
    ...PERSON.company_doc,
    cpf: undefined,
    address: { ...PERSON.company_doc.address, cep: '60165-121' },
  },
}

export const REQUEST_EXAMPLES: Readonly<Record<BodyOperationId, Record<string, ExampleObject>>> = {
  createToken: { 'portal-user': { summary: 'A portal user', value: CREDENTIALS } },
  createPartnerAccount: {
    company: { summary: 'An employer with a CNPJ', value: sampleAccount() },
    person: { summary: 'An employer with a CPF', value: PERSON },
  },
}

/** Returns `undefined` for operations without a body. */
export function requestExamplesOf(operationId: OperationId): Record<string, ExampleObject> | undefined {
  const examples: Partial<Record<OperationId, Record<string, ExampleObject>>> = REQUEST_EXAMPLES
  return examples[operationId]
}
