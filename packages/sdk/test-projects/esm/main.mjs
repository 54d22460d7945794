import { PartnerAccounts } from '@partner-accounts/sdk'

const [options, body] = JSON.parse(process.argv[2])
const client = new PartnerAccounts(options)
const { _id, secret } = await client.accounts.create(body)
const { api_token } = await client.accounts.get(_id, { secret })
const listed = await client.accounts.list().toArray({ limit: 1 })
console.log(JSON.stringify({ listed: listed[0]._id === _id, read: api_token !== undefined }))
