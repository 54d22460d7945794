/** A Brazilian tax ID: of a person (CPF, 11 digits) or a company (CNPJ, 14 characters, upper case). */
export type TaxDocument = { kind: 'cpf'; value: string } | { kind: 'cnpj'; value: string }

/** The company or person whose employees the account manages. */
export interface Employer {
  name: string
  tradeName: string
  document: TaxDocument
  financialEmail: string | null
}

/** Returns the values of an employer, with each kind of document as a separate value. */
export const employerValues = ({ document, ...employer }: Employer) => ({ ...employer, ...cpfAndCnpj({ document }) })

export type EmployerValues = ReturnType<typeof employerValues>

/** Returns an employer's CPF and CNPJ, one of which is null. */
export const cpfAndCnpj = ({
  document: { kind, value },
}: Pick<Employer, 'document'>): Record<'cpf' | 'cnpj', string | null> =>
  kind === 'cpf' ? { cpf: value, cnpj: null } : { cpf: null, cnpj: value }
