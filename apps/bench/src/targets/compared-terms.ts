import { searchTerms } from '@partner-accounts/core'

interface Compared {
  full_name: string
  email: string
  mobile_phone: string
  company_doc: { name: string; trade_name: string; cpf?: string | null | undefined; cnpj?: string | null | undefined }
}

export const comparedTerms = ({
  full_name: fullName,
  email,
  mobile_phone: mobilePhone,
  company_doc: { name, trade_name: tradeName, cpf, cnpj },
}: Compared): string =>
  searchTerms(
    { name, tradeName, taxId: cpf ? { kind: 'cpf', value: cpf } : { kind: 'cnpj', value: cnpj ?? '' } },
    { fullName, email, mobilePhone },
  )
