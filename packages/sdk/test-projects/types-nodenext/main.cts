import { type Account, PartnerAccounts } from '@partner-accounts/sdk'
import sdk = require('@partner-accounts/sdk')

const options: sdk.PartnerAccountsOptions = { baseUrl: 'https://api.example/partners/v1', token: 'token' }
const client: PartnerAccounts = new sdk.PartnerAccounts(options)

export async function namesOfAccounts(): Promise<(string | null)[]> {
  const names: (string | null)[] = []
  for await (const account of client.accounts.list()) names.push(nameOf(account))
  return names
}

const nameOf = ({ name }: Account): string | null => name
