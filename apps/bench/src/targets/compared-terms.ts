import { searchTerms } from '@partner-accounts/core'

interface Compared {
  full_name: string
  email: string
  mobile_phone: string
  company_doc: {
    name: string
    trade_name: string
    cpf?: string | null | undefined
    cnpj?: string | null | undefined
    financial_email?: string | null | undefined
    address: Record<string, string | null | undefined>
  }
}

/**
 * Returns the search terms that the service stores for a new account. The baseline stores them, too, because
 * `checkCreation` compares the stored rows.
 */
export const comparedTerms = ({
  full_name: fullName,
  email,
  mobile_phone: mobilePhone,
  company_doc: { name, trade_name: tradeName, cpf, cnpj, financial_email: financialEmail = null, address },
}: Compared): string =>
  searchTerms(
    {
      name,
      tradeName,
      taxId: cpf ? { kind: 'cpf', value: cpf } : { kind: 'cnpj', value: cnpj ?? '' },
      financialEmail,
    },
    { fullName, email, mobilePhone },
    { streetName: address['street_name'] ?? '' },
  )
