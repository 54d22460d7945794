/** A Brazilian tax ID: of a person (CPF, 11 digits) or a company (CNPJ, 14 characters, upper case). */
export type TaxId = { kind: 'cpf'; value: string } | { kind: 'cnpj'; value: string }

/** The company or person whose employees the account manages. */
export interface Employer {
  name: string
  tradeName: string
  taxId: TaxId
  financialEmail: string | null
}

/** Returns the values of an employer, with each kind of tax ID as a separate value. */
export const employerValues = ({ taxId, ...employer }: Employer) => ({ ...employer, ...cpfAndCnpj({ taxId }) })

export type EmployerValues = ReturnType<typeof employerValues>

/** Returns an employer's CPF and CNPJ, one of which is null. */
export const cpfAndCnpj = ({
  taxId: { kind, value },
}: Pick<Employer, 'taxId'>): Record<'cpf' | 'cnpj', string | null> =>
  kind === 'cpf' ? { cpf: value, cnpj: null } : { cpf: null, cnpj: value }
