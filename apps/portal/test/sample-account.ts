import type { AccountBody } from '../src/accounts/account-draft.ts'

let accounts = 0

/** A valid account, with an e-mail and a CNPJ that no other call gives. */
export function sampleAccount(name: string): AccountBody {
  const number = String(++accounts).padStart(4, '0')
  return {
    full_name: 'Maria da Silva',
    employees_quantity: 12,
    email: `maria.${number}@estrela.example`,
    mobile_phone: '11987654321',
    company_doc: {
      name,
      trade_name: name,
      cnpj: `12ABC345${number}35`,
      financial_email: 'financeiro@estrela.example',
      address: {
        cep: '01310100',
        street_name: 'Avenida Paulista',
        street_number: '1578',
        neighborhood: 'Bela Vista',
        complement: 'Conjunto 12',
        state: 'SP',
        city: 'São Paulo',
      },
    },
  }
}
