import type { CreateAccountBody } from '../wire/models.ts'

/** An account to be there from the start. What is left out is made up. */
export interface AccountOptions extends Partial<Omit<CreateAccountBody, 'company_doc'>> {
  company_doc?: Partial<CreateAccountBody['company_doc']>
  /** See `PortalUserOptions.partner`. */
  partner?: string
  createdAt?: Date
  active_employees?: number
  subscription_face_ids?: number
}

/**
 * A good account, but for what is given.
 *
 * @param number by which it differs from all others
 */
export function sampleAccount(number: number, { company_doc = {}, ...given }: AccountOptions): CreateAccountBody {
  const document = company_doc.cpf == null ? { cnpj: String(number).padStart(14, '0') } : {}
  return {
    full_name: 'Maria da Silva',
    employees_quantity: 12,
    email: `maria-${number}@estrela.example`,
    mobile_phone: '11987654321',
    ...given,
    company_doc: {
      name: `Padaria Estrela ${number} Ltda`,
      trade_name: 'Padaria Estrela',
      address: {
        cep: '01310100',
        street_name: 'Avenida Paulista',
        street_number: '1578',
        neighborhood: 'Bela Vista',
        state: 'SP',
        city: 'São Paulo',
      },
      ...document,
      ...company_doc,
    } as CreateAccountBody['company_doc'],
  }
}
