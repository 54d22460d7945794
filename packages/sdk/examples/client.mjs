import { PartnerAccounts } from '@partner-accounts/sdk'

const { PARTNER_ACCOUNTS_URL, PARTNER_ACCOUNTS_EMAIL, PARTNER_ACCOUNTS_PASSWORD } = process.env

export const options = {
  baseUrl: PARTNER_ACCOUNTS_URL,
  email: PARTNER_ACCOUNTS_EMAIL,
  password: PARTNER_ACCOUNTS_PASSWORD,
}

export const client = new PartnerAccounts(options)
