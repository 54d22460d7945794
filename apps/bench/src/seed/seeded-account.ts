/** An account as partners see it (2.2). */
export interface WireAccount {
  _id: string
  _created: string
  name: string
  financial_email: string | null
  cnpj: string | null
  active_employees: number
  subscription_employees: number
  subscription_face_ids: number
}

const FIRST_CREATED = Date.UTC(2025, 0, 1)

/** Every tenth employer is a person. */
export const taxIdOf = (number: number) =>
  number % 10 === 0
    ? { kind: 'cpf' as const, value: String(number).padStart(11, '0') }
    : { kind: 'cnpj' as const, value: `${String(number).padStart(12, '0')}00` }

export const accountId = (partnerId: string, number: number) =>
  number.toString(16).padStart(12, '0') + partnerId.slice(-12)

/** Returns an account as `seedAccounts` stores it. */
export function seededAccount(partnerId: string, number: number): WireAccount {
  const { kind, value } = taxIdOf(number)
  const created = new Date(FIRST_CREATED + number * 1000)
  return {
    _id: accountId(partnerId, number),
    _created: created.toISOString().replace('.000Z', '+00:00'),
    name: `Empresa ${number} Ltda`,
    financial_email: number % 2 === 0 ? null : `financeiro${number}@empresa.example`,
    cnpj: kind === 'cnpj' ? value : null,
    active_employees: number % 50,
    subscription_employees: 1 + (number % 5000),
    subscription_face_ids: number % 3 === 0 ? number % 7 : 0,
  }
}
