import { DomainError } from '../errors.ts'

/** The CPF of a person (11 digits) or the CNPJ of a company (14 characters, upper case). */
export type TaxId = { kind: 'cpf'; value: string } | { kind: 'cnpj'; value: string }

export interface Employer {
  name: string
  tradeName: string
  taxId: TaxId
  financialEmail: string | null
}

/** Returns an employer with `cpf` and `cnpj` instead of `taxId`, as in rows, corrections and audit entries. */
export const employerValues = ({ taxId, ...employer }: Employer) => ({ ...employer, ...cpfAndCnpj({ taxId }) })

export type EmployerValues = ReturnType<typeof employerValues>

/** Returns `null` in both fields for an erased employer, whose CPF is empty. */
const cpfAndCnpj = ({ taxId: { kind, value } }: Pick<Employer, 'taxId'>): Record<'cpf' | 'cnpj', string | null> =>
  kind === 'cpf' ? { cpf: value || null, cnpj: null } : { cpf: null, cnpj: value }

/** @throws `account-erased` */
export function requireNotErased({ erasedAt }: { erasedAt: Date | null }): void {
  if (erasedAt) throw new DomainError('account-erased')
}
