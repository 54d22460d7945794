import type { CreateAccountRequest } from '../src/accounts/create-account.ts'

let counter = 0

/**
 * Returns a request with the same values as the sample in `packages/rules`, but a unique e-mail. A test in `packages/api`
 * compares the two.
 */
export function sampleCreateAccountRequest(changes: Partial<CreateAccountRequest> = {}): CreateAccountRequest {
  counter += 1
  return {
    employeesQuantity: 12,
    administrator: {
      fullName: 'Maria da Silva',
      email: `maria.${process.pid}.${counter}@estrela.example`,
      mobilePhone: '11987654321',
    },
    employer: {
      name: 'Padaria Estrela Ltda',
      tradeName: 'Padaria Estrela',
      taxId: { kind: 'cnpj', value: '12ABC34501DE35' },
      financialEmail: 'financeiro@estrela.example',
    },
    address: {
      cep: '01310100',
      streetName: 'Avenida Paulista',
      streetNumber: '1578',
      neighborhood: 'Bela Vista',
      complement: 'Conjunto 12',
      state: 'SP',
      city: 'São Paulo',
    },
    ...changes,
  }
}
