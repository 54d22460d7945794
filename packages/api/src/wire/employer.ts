import { type AccountOverview, type Employer, employerValues, type TaxId } from '@partner-accounts/core'
import type { AccountBody } from '@partner-accounts/rules'

type CompanyDoc = Omit<AccountBody['company_doc'], 'address'>

export function toEmployer(company: CompanyDoc): Employer {
  const { name, trade_name: tradeName, financial_email: financialEmail = null } = company
  const taxId = toTaxId(company)
  // Never happens: the schema requires exactly one tax ID.
  if (!taxId) throw new Error('company_doc has neither a cpf nor a cnpj')
  return { name, tradeName, taxId, financialEmail }
}

export const presentOverview = (account: AccountOverview) => ({
  ...account,
  employer: employerValues(account.employer),
})

export function toTaxId({ cpf, cnpj }: Pick<CompanyDoc, 'cpf' | 'cnpj'>): TaxId | undefined {
  if (cpf !== undefined) return { kind: 'cpf', value: cpf }
  return cnpj === undefined ? undefined : { kind: 'cnpj', value: cnpj }
}
