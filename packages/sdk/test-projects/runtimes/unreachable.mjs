import { PartnerAccounts } from '@partner-accounts/sdk'

const client = new PartnerAccounts({ baseUrl: process.argv[2], token: 'opaque', maxRetries: 0 })
const { name, sent } = await client.accounts.create({}).catch((error) => error)
console.log(JSON.stringify({ name, sent }))
