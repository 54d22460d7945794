import { type AccountBody, sampleAccount as sample } from '@partner-accounts/rules'

let accounts = 0

/** Returns a valid account with a unique e-mail and CNPJ. The service does not verify the check digits of the CNPJ. */
export function sampleAccount(name: string): AccountBody {
  accounts += 1
  const number = String(accounts).padStart(4, '0')
  return sample({
    email: `maria.${number}@estrela.example`,
    company_doc: { name, trade_name: name, cnpj: `12ABC345${number}35` },
  })
}
