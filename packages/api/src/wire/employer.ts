import { cpfAndCnpj, type Employer, type TaxDocument } from '@partner-accounts/core'
import { ACCOUNT_FIELDS, type AccountBody } from '@partner-accounts/rules'
import * as z from 'zod'
import type { FieldError } from './field-errors.ts'
import { correctable, email } from './fields.ts'

type CompanyDoc = Omit<AccountBody['company_doc'], 'address'>

const { fields: rules } = ACCOUNT_FIELDS.company_doc

/** Converts a valid `company_doc` to an employer. */
export const toEmployer = (company: CompanyDoc): Employer => ({
  name: company.name,
  tradeName: company.trade_name,
  document: toDocument(company) ?? noDocument(),
  financialEmail: company.financial_email ?? null,
})

/** Returns an employer with the field names of the interface. */
export const presentEmployer = (employer: Employer) =>
  ({
    name: employer.name,
    trade_name: employer.tradeName,
    ...cpfAndCnpj(employer),
    financial_email: employer.financialEmail,
  }) satisfies Record<keyof CompanyDoc, string | null>

/** The values of an employer to replace. `null` removes an optional one. */
export const employerCorrectionSchema = z
  .object({
    name: correctable(rules.name),
    trade_name: correctable(rules.trade_name),
    cpf: correctable(rules.cpf),
    cnpj: correctable(rules.cnpj),
    financial_email: email().nullable().optional(),
  } satisfies Record<keyof CompanyDoc, z.ZodType>)
  .superRefine(({ cpf, cnpj }, context) => {
    if (cpf === undefined || cnpj === undefined) return
    for (const name of ['cpf', 'cnpj']) {
      context.addIssue({ code: 'custom', path: [name], message: 'one_document' satisfies FieldError })
    }
  })

/** Converts valid corrections to the properties of an employer; `undefined` for those that stay. */
export const toCorrectedEmployer = (
  corrections: z.output<typeof employerCorrectionSchema>,
): { [Name in keyof Employer]: Employer[Name] | undefined } => ({
  name: corrections.name,
  tradeName: corrections.trade_name,
  document: toDocument(corrections),
  financialEmail: corrections.financial_email,
})

function toDocument({ cpf, cnpj }: Pick<CompanyDoc, 'cpf' | 'cnpj'>): TaxDocument | undefined {
  if (cpf !== undefined) return { kind: 'cpf', value: cpf }
  return cnpj === undefined ? undefined : { kind: 'cnpj', value: cnpj }
}

/** The schema of a body accepts exactly one document. */
function noDocument(): never {
  throw new Error('neither cpf nor cnpj')
}
