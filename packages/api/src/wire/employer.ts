import { type AccountOverview, type Employer, employerValues, type TaxId } from '@partner-accounts/core'
import type { AccountBody } from '@partner-accounts/rules'

type CompanyDoc = Omit<AccountBody['company_doc'], 'address'>

export const toEmployer = (company: CompanyDoc): Employer => ({
  name: company.name,
  tradeName: company.trade_name,
  taxId: toTaxId(company) ?? noTaxId(),
  financialEmail: company.financial_email ?? null,
})

export const presentOverview = (account: AccountOverview) => ({
  ...account,
  employer: employerValues(account.employer),
})

export function toTaxId({ cpf, cnpj }: Pick<CompanyDoc, 'cpf' | 'cnpj'>): TaxId | undefined {
  if (cpf !== undefined) return { kind: 'cpf', value: cpf }
  return cnpj === undefined ? undefined : { kind: 'cnpj', value: cnpj }
}

/** The schema accepts exactly one tax ID. */
function noTaxId(): never {
  throw new Error('neither cpf nor cnpj')
}
