import { type AccountOverview, type Employer, employerValues, type TaxDocument } from '@partner-accounts/core'
import type { AccountBody } from '@partner-accounts/rules'

type CompanyDoc = Omit<AccountBody['company_doc'], 'address'>

/** Converts a valid `company_doc` to an employer. */
export const toEmployer = (company: CompanyDoc): Employer => ({
  name: company.name,
  tradeName: company.trade_name,
  document: toDocument(company) ?? noDocument(),
  financialEmail: company.financial_email ?? null,
})

/** Returns an account whose employer has each kind of document as a separate value. */
export const presentOverview = (account: AccountOverview) => ({
  ...account,
  employer: employerValues(account.employer),
})

export function toDocument({ cpf, cnpj }: Pick<CompanyDoc, 'cpf' | 'cnpj'>): TaxDocument | undefined {
  if (cpf !== undefined) return { kind: 'cpf', value: cpf }
  return cnpj === undefined ? undefined : { kind: 'cnpj', value: cnpj }
}

/** The schema of a body accepts exactly one document. */
function noDocument(): never {
  throw new Error('neither cpf nor cnpj')
}
